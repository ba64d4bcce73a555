import { z } from 'zod';
import type { FieldName } from './fields.ts';
import { type VariantId, variants } from './variant.ts';
import type { Webhook, WebhookDefinition } from './webhook.ts';

/** A value that changes because the other variant cannot have it. */
export const Loss = z.object({
  field: z.enum(['method', 'payloadType'] satisfies FieldName[]),
  message: z.string(),
});
export type Loss = z.infer<typeof Loss>;

interface Fitted {
  readonly definition: WebhookDefinition;
  readonly losses: readonly Loss[];
}

/** Replaces what the variant cannot have. Source: interface document §9. */
export function fitToVariant(definition: WebhookDefinition, to: VariantId): Fitted {
  const { methods, hasPayloadType, release } = variants[to];
  const losses: Loss[] = [];
  let { method, payloadType } = definition;
  const [defaultMethod] = methods ?? [];
  if (methods !== null && defaultMethod !== undefined && !methods.includes(method)) {
    const fitted = methods.find((accepted) => accepted === method.toUpperCase()) ?? defaultMethod;
    const message = `Method ${method} becomes ${fitted} (variant ${to} supports only ${methods.join(' or ')}).`;
    losses.push({ field: 'method', message });
    method = fitted;
  }
  if (hasPayloadType && payloadType === null) {
    const message = `The payload type becomes alert (variant ${to} (${release}) requires a payload type).`;
    losses.push({ field: 'payloadType', message });
    payloadType = 'ALERT';
  } else if (!hasPayloadType && payloadType !== null) {
    const message = `Payload type is dropped (not supported by variant ${to}).`;
    losses.push({ field: 'payloadType', message });
    payloadType = null;
  }
  return { definition: { ...definition, method, payloadType }, losses };
}

const maxNames = 10;
const maxNameLength = 60;

/** Names the fields outside of the interface that a new webhook cannot take over; `[]` without any. */
export function unknownFieldsNotCopied({ unknown }: Pick<Webhook, 'unknown'>): string[] {
  const names = Object.keys(unknown);
  if (names.length === 0) return [];
  const named = names.slice(0, maxNames).map((name) => name.slice(0, maxNameLength));
  const more = names.length - named.length;
  const rest = more === 0 ? '' : ` and ${more.toLocaleString('en')} more`;
  return [`Fields that the interface does not have are not copied: ${named.join(', ')}${rest}.`];
}
