import type { Target, WebhookUpdate } from '#core/ports.ts';
import { type FieldName, fields, fieldsOfVariant } from '#domain/webhook/fields.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { fieldOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { wireHeader, wireHeaderChanges } from './wire-headers.ts';

type Members = Readonly<Record<string, unknown>>;

/** The fields that stand before the headers in a body; all others stand behind them. */
const beforeHeaders: readonly FieldName[] = ['name', 'url', 'enabled', 'method'];

/** WebhookPostData: headers without ids, a payload type at the top level. Interface document §2.3. */
export const createMembers = (variant: VariantId, definition: WebhookDefinition): Members =>
  bodyOf(definition, fieldsOfVariant(variant), definition.headers.map(wireHeader));

/** The text of a create body in a variant, compact. */
export const createBody = (variant: VariantId, definition: WebhookDefinition): string =>
  JSON.stringify(createMembers(variant, definition));

/**
 * The text of an update body in a variant, compact. WebhookPutData of variant A has the id. That of variant B
 * has the payload type inside `http_headers`; at the top level, as a create has it, only for an installation
 * that ignores it there. Interface document §2.4.
 */
export function updateBody(
  { variant, payloadTypePlace = 'http-headers' }: Pick<Target, 'variant' | 'payloadTypePlace'>,
  { id, definition, headers }: WebhookUpdate,
): string {
  const amongHeaders: readonly FieldName[] =
    variant === 'B' && payloadTypePlace === 'http-headers' ? ['payloadType'] : [];
  const names = fieldsOfVariant(variant).filter((field) => !amongHeaders.includes(field));
  const body = bodyOf(definition, names, {
    ...wireHeaderChanges(headers),
    ...membersOf(definition, amongHeaders),
  });
  return JSON.stringify(variant === 'A' ? { id, ...body } : body);
}

const bodyOf = (
  definition: WebhookDefinition,
  names: readonly FieldName[],
  headers: unknown,
): Members => ({
  ...membersOf(definition, beforeHeaders),
  http_headers: headers,
  ...membersOf(
    definition,
    names.filter((field) => !beforeHeaders.includes(field)),
  ),
});

/** A field without a value is left out: the interface has no value for "none". */
const membersOf = (definition: WebhookDefinition, names: readonly FieldName[]): Members =>
  Object.fromEntries(
    names
      .map((field) => [fields[field].wireName, fieldOf(definition, field)] as const)
      .filter(([, value]) => value !== null),
  );
