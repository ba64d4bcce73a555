import type { Target, WebhookUpdate } from '#core/ports.ts';
import { type FieldName, fields, fieldsOfVariant } from '#domain/webhook/fields.ts';
import { type HeaderContent, headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { fieldOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';

/** Names and variants of members follow `fields`. */
type Members = Readonly<Record<string, unknown>>;

const beforeHeaders: readonly FieldName[] = ['name', 'url', 'enabled', 'method'];

/** WebhookPostData. Source: interface document §2.3. */
export const createMembers = (definition: WebhookDefinition, variant: VariantId): Members =>
  bodyOf(definition, fieldsOfVariant(variant), definition.headers.map(wireHeader));

/** WebhookPutData, interface document §2.4. Some installations ignore a payload type in `http_headers`. */
export function updateBody(
  { variant, payloadTypePlace = 'http-headers' }: Pick<Target, 'variant' | 'payloadTypePlace'>,
  { live, definition }: Omit<WebhookUpdate, 'action'>,
): string {
  const amongHeaders: readonly FieldName[] =
    variant === 'B' && payloadTypePlace === 'http-headers' ? ['payloadType'] : [];
  const names = fieldsOfVariant(variant).filter((field) => !amongHeaders.includes(field));
  const headers = headerChangeSet(live.headers, definition.headers);
  const body = bodyOf(definition, names, {
    added: headers.added.map(wireHeader),
    changed: headers.changed.map((header) => ({
      http_header_id: header.id,
      ...wireHeader(header),
    })),
    deleted: headers.deleted.map(({ id: headerId }) => ({ http_header_id: headerId })),
    ...membersOf(definition, amongHeaders),
  });
  return JSON.stringify(variant === 'A' ? { id: live.id, ...body } : body);
}

const wireHeader = ({ name, value }: HeaderContent): Members => ({
  http_header_key: name,
  http_header_value: value,
});

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
