import type { Variant } from '../webhooks/body-types.ts';
import { flag, type JsonObject, listOf, schemaRef, text } from './json-schema.ts';

/** A webhook in responses. The names of the schemas are those of the interface document. */
export function webhookSchemas(variant: Variant): JsonObject {
  return {
    Webhook: webhook(variant),
    WebhookGetHTTPHeaders: {
      type: 'object',
      description: 'Element of http_headers in responses (interface document §2.2).',
      properties: {
        http_header_id: headerId,
        http_header_key: text('Header name.'),
        http_header_value: text('Header value.'),
      },
    },
  };
}

const webhook = (variant: Variant): JsonObject => ({
  type: 'object',
  description:
    'A webhook definition (interface document §2.1). All fields are marked not required there; ' +
    'this service always returns all of them.',
  properties: {
    id: { type: 'integer', description: 'Webhook identifier, given by the service.' },
    ...webhookFields(variant),
    http_headers: listOf(
      schemaRef('WebhookGetHTTPHeaders'),
      'Header key/value pairs used by the webhook.',
    ),
    ...(variant === 'B' && { payload_type: payloadType }),
  },
});

/** Fields that a webhook, a create body and an update body share. Source: §2.1. */
export function webhookFields(variant: Variant) {
  return {
    name: text('Webhook name.'),
    url: text('Target URL of the webhook.'),
    enabled: flag('Whether the webhook is enabled.'),
    method:
      variant === 'A'
        ? text('HTTP request method used for the outbound call: any string.')
        : text('HTTP request method used for the outbound call.', { enum: ['POST', 'PUT'] }),
    payload_template: text('Template of the outbound payload, with %...% substitution tokens.', {
      examples: ['{"alert": "%AlertID%", "name": "%AlertName%"}'],
    }),
    low_alert: flag('Whether the low alert is enabled.'),
    med_alert: flag('Whether the medium alert is enabled.'),
    high_alert: flag('Whether the high alert is enabled.'),
    cleared_alert: flag('Whether the cleared alert is enabled.'),
  };
}

/** Variant B only. */
export const payloadType = text('What the webhook is used for.', { enum: ['ALERT', 'JOB'] });

export const headerId: JsonObject = {
  type: 'integer',
  description: 'Identifier of the header entry, given by the service.',
};
