import type { Target, WebhookUpdate } from '#core/ports.ts';
import { type FieldName, fields, fieldsOfVariant } from '#domain/webhook/fields.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { fieldOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { wireHeader, wireHeaderChanges } from './wire-headers.ts';

type Members = Readonly<Record<string, unknown>>;

const beforeHeaders: readonly FieldName[] = ['name', 'url', 'enabled', 'method'];

/** WebhookPostData. Source: interface document §2.3. */
export const createMembers = (variant: VariantId, definition: WebhookDefinition): Members =>
  bodyOf(definition, fieldsOfVariant(variant), definition.headers.map(wireHeader));

export const createBody = (variant: VariantId, definition: WebhookDefinition): string =>
  JSON.stringify(createMembers(variant, definition));

/** WebhookPutData, interface document §2.4. Some installations ignore a payload type in `http_headers`. */
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

/** Omits fields without a value: the interface has no value for "none". */
const membersOf = (definition: WebhookDefinition, names: readonly FieldName[]): Members =>
  Object.fromEntries(
    names
      .map((field) => [fields[field].wireName, fieldOf(definition, field)] as const)
      .filter(([, value]) => value !== null),
  );
