import type { Target, WebhookUpdate } from '#core/ports.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { createBodyA, updateBodyA } from './variant-a.ts';
import { createBodyB, updateBodyB } from './variant-b.ts';

/** The text of a create body in a variant, compact. */
export function createBody(variant: VariantId, definition: WebhookDefinition): string {
  return JSON.stringify(variant === 'A' ? createBodyA(definition) : createBodyB(definition));
}

/** The text of an update body in a variant, compact. */
export function updateBody(
  { variant, payloadTypePlace = 'http-headers' }: Pick<Target, 'variant' | 'payloadTypePlace'>,
  update: WebhookUpdate,
): string {
  return JSON.stringify(
    variant === 'A' ? updateBodyA(update) : updateBodyB(update, payloadTypePlace),
  );
}
