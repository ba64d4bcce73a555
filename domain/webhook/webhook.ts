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

/** One custom header. `id` is the service's; `null` until the service has given one. */
export const Header = z.object({
  id: z.int().nullable(),
  name: z.string(),
  value: z.string(),
});
export type Header = z.infer<typeof Header>;

/** Which alerts a webhook is used for. Source: interface document §1. */
export const Severities = z.object({
  low: z.boolean(),
  medium: z.boolean(),
  high: z.boolean(),
  cleared: z.boolean(),
});
export type Severities = z.infer<typeof Severities>;
export type Severity = keyof Severities;
export const severityNames: readonly Severity[] = ['low', 'medium', 'high', 'cleared'];

/** What a person edits: a webhook without what only the service knows. */
export const WebhookDefinition = z.object({
  name: z.string(),
  url: z.string(),
  method: z.string(),
  enabled: z.boolean(),
  headers: z.array(Header),
  payloadTemplate: z.string(),
  severities: Severities,
  /** `null` where there is none; only variant B has one. */
  payloadType: PayloadType.nullable(),
});
export type WebhookDefinition = z.infer<typeof WebhookDefinition>;

/** A webhook as an installation returned it. */
export const Webhook = WebhookDefinition.extend({
  id: z.int(),
  /** Fields of the variant that the answer did not carry, in this project's words; the definition holds a neutral value for them. */
  unreported: z.array(z.string()),
  /** Fields of the answer that the interface does not have. Shown, never sent back. */
  unknown: z.record(z.string(), z.unknown()),
});
export type Webhook = z.infer<typeof Webhook>;

/** The part of a webhook that a list shows. */
export const WebhookSummary = Webhook.pick({
  id: true,
  name: true,
  url: true,
  method: true,
  enabled: true,
  severities: true,
  payloadType: true,
}).extend({ headerCount: z.int() });
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
  };
}

/** The definition inside a webhook, as a value of its own. */
export const definitionOf = (webhook: WebhookDefinition): WebhookDefinition =>
  WebhookDefinition.parse(webhook);

/** A definition without its headers. */
export const DefinitionFields = WebhookDefinition.omit({ headers: true });
export type DefinitionFields = z.infer<typeof DefinitionFields>;

/** The fields of a definition, as values of their own. */
export const fieldsOf = (definition: WebhookDefinition): DefinitionFields =>
  DefinitionFields.parse(definition);

/** The value of one field of a definition. */
export function fieldOf(definition: DefinitionFields, field: FieldName): FieldValue {
  return isSeverityField(field) ? definition.severities[severityOf[field]] : definition[field];
}

/** The same definition with one field set. The value must be of the field's type. */
export function withField<Fields extends DefinitionFields>(
  definition: Fields,
  field: FieldName,
  value: FieldValue,
): Fields {
  if (!isSeverityField(field)) return { ...definition, [field]: value };
  const severities = { ...definition.severities, [severityOf[field]]: value === true };
  return { ...definition, severities };
}

/** Fields whose values a function gives. Each value must be of its field's type. */
export function fieldsFrom(valueOf: (field: FieldName) => FieldValue): DefinitionFields {
  const severities: Record<string, FieldValue> = {};
  const values: Record<string, unknown> = { severities };
  for (const field of FieldName.options) {
    if (isSeverityField(field)) severities[severityOf[field]] = valueOf(field);
    else values[field] = valueOf(field);
  }
  return DefinitionFields.parse(values);
}

/** A definition in which no field has a value. */
export const neutralDefinition: WebhookDefinition = { ...fieldsFrom(neutralValue), headers: [] };

/** Where a person starts from with *New*. */
export const emptyDefinition = (variant: VariantId): WebhookDefinition => ({
  ...fieldsFrom((field) =>
    fields[field].variants.includes(variant) ? fields[field].initial : neutralValue(field),
  ),
  headers: [{ id: null, name: 'Content-Type', value: 'application/json' }],
});

/** A new definition with the content of another: headers lose the ids that belong to the original. */
export function duplicateOf(original: WebhookDefinition): WebhookDefinition {
  const copy = definitionOf(original);
  return {
    ...copy,
    name: `${copy.name} (copy)`,
    headers: copy.headers.map((header) => ({ ...header, id: null })),
  };
}
