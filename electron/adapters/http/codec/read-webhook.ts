import { z } from 'zod';
import type { RawReader } from '#domain/bundle/reading/raw-reader.ts';
import {
  FieldName,
  fields,
  type FieldValue,
  isFieldValue,
  neutralValue,
} from '#domain/webhook/fields.ts';
import type { ReadListItem, ReadWebhook } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { fieldsFrom, type Header } from '#domain/webhook/webhook.ts';
import { ShapeError, shapeErrorOf, wrongMembersOf } from './shape.ts';

/** Source: interface document §2.2; every field may be missing. */
const WireHeader = z.looseObject({
  http_header_id: z.int().nullish(),
  http_header_key: z.string().nullish(),
  http_header_value: z.string().nullish(),
});

/** A `choice` is any string, because an installation may send a value that the interface does not list. */
const wireKinds = {
  text: z.string(),
  choice: z.string(),
  boolean: z.boolean(),
  number: z.number(),
} as const;

const wireFields = Object.fromEntries(
  FieldName.options.map((field) => {
    const { wireName, kind } = fields[field];
    return [wireName, wireKinds[kind].nullish()] as const;
  }),
);

/** Source: interface document §2.1: all fields are marked not required. */
const WireWebhook = z.looseObject({
  ...wireFields,
  id: z.int().nullish(),
  http_headers: z.array(WireHeader).nullish(),
});

const knownFields = new Set(Object.keys(WireWebhook.shape));
const knownHeaderFields = new Set(Object.keys(WireHeader.shape));

/** @throws ShapeError when a field has the wrong type */
export function readWebhook(
  value: unknown,
  variant: VariantId,
  at: readonly PropertyKey[] = [],
): ReadWebhook {
  const parsed = WireWebhook.safeParse(value);
  if (!parsed.success) throw shapeErrorOf(parsed.error, value, at);
  return webhookOf(parsed.data, variant, value);
}

/**
 * Reads members of the wrong type as absent, and reports them.
 * @throws ShapeError when `value` is not an object
 */
export function readListItem(
  value: unknown,
  variant: VariantId,
  at: readonly PropertyKey[],
): ReadListItem {
  const parsed = WireWebhook.safeParse(value);
  if (parsed.success) return webhookOf(parsed.data, variant, value);
  const object = WireObject.safeParse(value);
  if (!object.success) throw shapeErrorOf(object.error, value, at);
  const readable = structuredClone(object.data);
  for (const { path } of parsed.error.issues) removeAt(readable, path);
  const idInText = integerIn(object.data.id);
  const webhook = webhookOf(WireWebhook.parse(readable), variant, readable);
  const wrongMembers = wrongMembersOf(parsed.error, value, at).slice(0, maxWrongMembers);
  return { ...webhook, id: webhook.id ?? idInText, wrongMembers };
}

const WireObject = z.looseObject({});

const maxWrongMembers = 10;

/** A service addresses the id `"7"` as it does `7`. */
function integerIn(value: unknown): number | null {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return null;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id + 0 : null;
}

/** A wrong element of an array becomes an empty object, so that the others keep their places. */
function removeAt(value: unknown, path: readonly PropertyKey[]): void {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return;
  if (rest.length > 0) removeAt(Object.getOwnPropertyDescriptor(value, key)?.value, rest);
  else if (Array.isArray(value)) value.splice(Number(key), 1, {});
  else Reflect.deleteProperty(value, key);
}

type Wire = z.infer<typeof WireWebhook>;

function webhookOf(wire: Wire, variant: VariantId, value: unknown): ReadWebhook {
  const unreported: string[] = [];
  const unknown: [string, unknown][] = unknownFields(value, knownFields, '');

  const reported = <Value>(
    field: string,
    value: Value | null | undefined,
    neutral: Value,
  ): Value => {
    if (value !== null && value !== undefined) return value;
    unreported.push(field);
    return neutral;
  };
  const headers = reported('headers', wire.http_headers, []).map((header, index): Header => {
    unknown.push(...unknownFields(header, knownHeaderFields, `http_headers.${index}.`));
    return {
      id: reported(`headers.${index}.id`, header.http_header_id ?? undefined, null),
      name: reported(`headers.${index}.name`, header.http_header_key, ''),
      value: reported(`headers.${index}.value`, header.http_header_value, ''),
    };
  });
  const valueOf = (field: FieldName): FieldValue => {
    const { wireName, choices, variants } = fields[field];
    const value: unknown = wire[wireName];
    if (isFieldValue(value)) {
      if (choices === undefined || choices.some((choice) => choice === value)) return value;
      unknown.push([wireName, value]);
    }
    if (variants.includes(variant)) unreported.push(field);
    return neutralValue(field);
  };
  return {
    ...fieldsFrom(valueOf),
    id: wire.id ?? null,
    headers,
    unreported,
    unknown: Object.fromEntries(unknown),
  };
}

/** An object with only an id is not evidently a webhook. */
export const hasWebhookField = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((key) => key !== 'id' && knownFields.has(key));

/** Omits `__proto__`, because these entries are copied into plain objects. */
function unknownFields(
  value: unknown,
  known: ReadonlySet<string>,
  prefix: string,
): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  // Nearly all webhooks of a list end here.
  if (Object.keys(value).every((key) => known.has(key))) return [];
  return Object.entries(value)
    .filter(([key]) => !known.has(key) && key !== '__proto__')
    .map(([key, member]) => [`${prefix}${key}`, member]);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const typicalFields = ['url', 'http_headers', 'payload_template', 'low_alert'];

/** Reads the lists in files that are no bundles, such as a saved answer of an installation. */
export const rawReader: RawReader = {
  shape: WireWebhook,
  variantOf(values) {
    const objects = values.filter(isObject);
    if (!objects.some((value) => typicalFields.some((name) => Object.hasOwn(value, name)))) {
      return null;
    }
    return objects.some((value) => Object.hasOwn(value, 'payload_type')) ? 'B' : 'A';
  },
  read(value, variant) {
    try {
      return { kind: 'webhook', webhook: readWebhook(value, variant) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const path = error.pointer.split('/').slice(1);
      return { kind: 'wrong', path, why: `${error.expected} was expected, not ${error.found}.` };
    }
  },
};
