import { z } from 'zod';
import { PayloadType, type VariantId, variants } from './variant.ts';

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
export function definitionOf(webhook: WebhookDefinition): WebhookDefinition {
  return {
    name: webhook.name,
    url: webhook.url,
    method: webhook.method,
    enabled: webhook.enabled,
    headers: webhook.headers.map((header) => ({ ...header })),
    payloadTemplate: webhook.payloadTemplate,
    severities: { ...webhook.severities },
    payloadType: webhook.payloadType,
  };
}

/** Where a person starts from with *New*. */
export function emptyDefinition(variant: VariantId): WebhookDefinition {
  return {
    name: '',
    url: '',
    method: 'POST',
    enabled: true,
    headers: [{ id: null, name: 'Content-Type', value: 'application/json' }],
    payloadTemplate: '',
    severities: { low: false, medium: true, high: true, cleared: true },
    payloadType: variants[variant].hasPayloadType ? 'ALERT' : null,
  };
}

/** A new definition with the content of another: headers lose the ids that belong to the original. */
export function duplicateOf(original: WebhookDefinition): WebhookDefinition {
  const copy = definitionOf(original);
  return {
    ...copy,
    name: `${copy.name} (copy)`,
    headers: copy.headers.map((header) => ({ ...header, id: null })),
  };
}
