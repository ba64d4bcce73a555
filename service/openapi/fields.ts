import type { Variant } from '../webhooks/bodies.ts';
import { flag, type JsonObject, text } from './json-schema.ts';

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

/** The same fields in request bodies. `x-assumption` marks rules that are not in the source. */
export function writableFields(variant: Variant) {
  const { name, url, ...others } = webhookFields(variant);
  return { name: { ...name, ...notEmpty }, url: { ...url, ...notEmpty }, ...others };
}

const notEmpty: JsonObject = {
  minLength: 1,
  'x-assumption': 'An empty text is refused. Nothing has to be unique.',
};

export const writableHeader: JsonObject = {
  http_header_key: text('Header name.', {
    // RFC 9110 §5.6.2, token.
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    'x-assumption': 'Only what HTTP allows as a field name. Names may repeat within a webhook.',
    examples: ['Content-Type'],
  }),
  http_header_value: text('Header value.', {
    pattern: '^[^\\r\\n\\u0000]*$',
    'x-assumption': 'Line breaks and null characters are refused: HTTP cannot carry them.',
    examples: ['application/json'],
  }),
};

export const headerId: JsonObject = {
  type: 'integer',
  description: 'Identifier of the header entry, given by the service.',
};
