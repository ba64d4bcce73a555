import { z } from 'zod';
import {
  type PayloadType as PayloadTypeName,
  PayloadType,
  type VariantId,
  variants,
} from '#domain/webhook/variant.ts';
import type { ReadWebhook } from '#domain/webhook/listed.ts';
import type { Header } from '#domain/webhook/webhook.ts';
import { shapeErrorOf } from './shape.ts';

/** An element of `http_headers` in an answer. Interface document §2.2; every field may be missing. */
const WireHeader = z.looseObject({
  http_header_id: z.int().nullish(),
  http_header_key: z.string().nullish(),
  http_header_value: z.string().nullish(),
});

/** A webhook in an answer. Interface document §2.1: all fields are marked not required. */
export const WireWebhook = z.looseObject({
  id: z.int().nullish(),
  name: z.string().nullish(),
  url: z.string().nullish(),
  enabled: z.boolean().nullish(),
  method: z.string().nullish(),
  http_headers: z.array(WireHeader).nullish(),
  payload_template: z.string().nullish(),
  low_alert: z.boolean().nullish(),
  med_alert: z.boolean().nullish(),
  high_alert: z.boolean().nullish(),
  cleared_alert: z.boolean().nullish(),
  payload_type: z.string().nullish(),
});

const knownFields = new Set(Object.keys(WireWebhook.shape));
const knownHeaderFields = new Set(Object.keys(WireHeader.shape));

/**
 * Reads one webhook of an answer, of whatever variant. Missing fields and `null` become neutral
 * values and are named in `unreported`; fields that the interface does not have go to `unknown`, and
 * so does a payload type that it does not list.
 *
 * @param at where the webhook stands in the answer, for the error's JSON pointer
 * @throws ShapeError where a field has the wrong type
 */
export function readWebhook(
  value: unknown,
  variant: VariantId,
  at: readonly PropertyKey[] = [],
): ReadWebhook {
  const parsed = WireWebhook.safeParse(value);
  if (!parsed.success) throw shapeErrorOf(parsed.error, value, at);
  const wire = parsed.data;
  const unreported: string[] = [];
  const unknown: [string, unknown][] = unknownFields(value, knownFields, '');

  const given = <Value>(field: string, read: Value | null | undefined, neutral: Value): Value => {
    if (read !== null && read !== undefined) return read;
    unreported.push(field);
    return neutral;
  };
  const headers = given('headers', wire.http_headers, []).map((header, index): Header => {
    unknown.push(...unknownFields(header, knownHeaderFields, `http_headers.${index}.`));
    return {
      id: given(`headers.${index}.id`, header.http_header_id ?? undefined, null),
      name: given(`headers.${index}.name`, header.http_header_key, ''),
      value: given(`headers.${index}.value`, header.http_header_value, ''),
    };
  });
  const payloadType = readPayloadType(wire.payload_type, unknown);
  const webhook: Omit<ReadWebhook, 'unreported' | 'unknown'> = {
    id: wire.id ?? null,
    name: given('name', wire.name, ''),
    url: given('url', wire.url, ''),
    method: given('method', wire.method, ''),
    enabled: given('enabled', wire.enabled, false),
    headers,
    payloadTemplate: given('payloadTemplate', wire.payload_template, ''),
    severities: {
      low: given('severities.low', wire.low_alert, false),
      medium: given('severities.medium', wire.med_alert, false),
      high: given('severities.high', wire.high_alert, false),
      cleared: given('severities.cleared', wire.cleared_alert, false),
    },
    payloadType: variants[variant].hasPayloadType
      ? given<PayloadTypeName | null>('payloadType', payloadType, null)
      : payloadType,
  };
  return { ...webhook, unreported, unknown: Object.fromEntries(unknown) };
}

/** Whether an object has a field of the interface beside the id: else nothing shows that it is a webhook. */
export const hasWebhookField = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).some((key) => key !== 'id' && knownFields.has(key));

function readPayloadType(
  given: string | null | undefined,
  unknown: [string, unknown][],
): PayloadTypeName | null {
  const known = PayloadType.safeParse(given);
  if (known.success) return known.data;
  if (given !== null && given !== undefined) unknown.push(['payload_type', given]);
  return null;
}

/** `__proto__` is left out: what is kept here is copied about, and must stay plain data. */
function unknownFields(
  value: unknown,
  known: ReadonlySet<string>,
  prefix: string,
): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !known.has(key) && key !== '__proto__')
    .map(([key, held]) => [`${prefix}${key}`, held]);
}
