import { z } from 'zod';
import {
  FieldName,
  fields,
  type FieldValue,
  isSeverityField,
  neutralValue,
  severityOf,
} from './fields.ts';
import { PayloadType, type VariantId } from './variant.ts';

/** A header of a webhook. The service assigns the id; `null` before. */
export const Header = z.object({
  id: z.int().nullable(),
  name: z.string(),
  value: z.string(),
});
export type Header = z.infer<typeof Header>;

/** The alerts that a webhook receives. Source: interface document §1. */
export const Severities = z.object({
  low: z.boolean(),
  medium: z.boolean(),
  high: z.boolean(),
  cleared: z.boolean(),
});
export type Severities = z.infer<typeof Severities>;
export type Severity = keyof Severities;
export const severityNames: readonly Severity[] = ['low', 'medium', 'high', 'cleared'];

/** The part of a webhook that a person edits. */
export const WebhookDefinition = z.object({
  name: z.string(),
  url: z.string(),
  method: z.string(),
  enabled: z.boolean(),
  headers: z.array(Header),
  payloadTemplate: z.string(),
  severities: Severities,
  /** Only variant B has one. */
  payloadType: PayloadType.nullable(),
});
export type WebhookDefinition = z.infer<typeof WebhookDefinition>;

/** A definition on an installation, with its id. */
export const Webhook = WebhookDefinition.extend({
  id: z.int(),
  /** Fields that the response lacks. The definition has a neutral value for them. */
  unreported: z.array(z.string()),
  /** Fields that the interface does not have. Shown, never sent back. */
  unknown: z.record(z.string(), z.unknown()),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook as a list shows it. */
export const WebhookSummary = Webhook.pick({
  id: true,
  name: true,
  url: true,
  method: true,
  enabled: true,
  severities: true,
  payloadType: true,
}).extend({
  headerCount: z.int(),
  /** Of the whole webhook: a selection names what a person saw by it. */
  digest: z.string(),
});
export type WebhookSummary = z.infer<typeof WebhookSummary>;

export function summaryOf<Id extends number | null>(
  webhook: Omit<Webhook, 'id'> & { id: Id },
): Omit<WebhookSummary, 'id'> & { id: Id } {
  const { id, name, url, method, enabled, severities, payloadType, headers } = webhook;
  return {
    id,
    name,
    url,
    method,
    enabled,
    severities,
    payloadType,
    headerCount: headers.length,
    digest: digestOf(webhook),
  };
}

/** Differs whenever `changedSince` finds a change: header ids count, their order does not. Hex, 64 bits. */
export const digestOf = (definition: WebhookDefinition): string =>
  textHash(
    JSON.stringify([
      FieldName.options.map((field) => fieldOf(definition, field)),
      definition.headers.map(({ id, name, value }) => JSON.stringify([id, name, value])).sort(),
    ]),
  );

/** A copy of the definition alone. */
export const definitionOf = (webhook: WebhookDefinition): WebhookDefinition =>
  WebhookDefinition.parse(webhook);

export const DefinitionFields = WebhookDefinition.omit({ headers: true });
export type DefinitionFields = z.infer<typeof DefinitionFields>;

export const fieldsOf = (definition: WebhookDefinition): DefinitionFields =>
  DefinitionFields.parse(definition);

export function fieldOf(definition: DefinitionFields, field: FieldName): FieldValue {
  return isSeverityField(field) ? definition.severities[severityOf[field]] : definition[field];
}

export function withField<Fields extends DefinitionFields>(
  definition: Fields,
  field: FieldName,
  value: FieldValue,
): Fields {
  if (!isSeverityField(field)) return { ...definition, [field]: value };
  const severities = { ...definition.severities, [severityOf[field]]: value === true };
  return { ...definition, severities };
}

/** Each value must have the type of its field. */
export function fieldsFrom(valueOf: (field: FieldName) => FieldValue): DefinitionFields {
  const severities: Record<string, FieldValue> = {};
  const values: Record<string, unknown> = { severities };
  for (const field of FieldName.options) {
    if (isSeverityField(field)) severities[severityOf[field]] = valueOf(field);
    else values[field] = valueOf(field);
  }
  return DefinitionFields.parse(values);
}

export const neutralDefinition: WebhookDefinition = { ...fieldsFrom(neutralValue), headers: [] };

/** A new webhook before its first edit. */
export const emptyDefinition = (variant: VariantId): WebhookDefinition => ({
  ...fieldsFrom((field) =>
    fields[field].variants.includes(variant) ? fields[field].initial : neutralValue(field),
  ),
  headers: [{ id: null, name: 'Content-Type', value: 'application/json' }],
});

/** A copy with another name, and without header ids, which belong to the original. */
export function duplicateOf(original: WebhookDefinition): WebhookDefinition {
  const copy = definitionOf(original);
  return {
    ...copy,
    name: `${copy.name} (copy)`,
    headers: copy.headers.map((header) => ({ ...header, id: null })),
  };
}

/**
 * 64 bits as hex, by cyrb53's two 32-bit lanes: a text of 2 kB takes microseconds, while bigints and
 * `crypto.subtle` would slow lists of 10,000. It finds changes by accident, not forgeries.
 */
function textHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return hex(high) + hex(low);
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');
