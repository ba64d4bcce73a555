import type { CreateBody } from '../../../service/webhooks/body-types.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';

/** The body of the request that creates the webhook. Source: interface document §2.3. */
export const createBody = (definition: WebhookDefinition): CreateBody => ({
  name: definition.name,
  url: definition.url,
  enabled: definition.enabled,
  method: definition.method,
  http_headers: definition.headers.map(({ name, value }) => ({
    http_header_key: name,
    http_header_value: value,
  })),
  payload_template: definition.payloadTemplate,
  low_alert: definition.severities.low,
  med_alert: definition.severities.medium,
  high_alert: definition.severities.high,
  cleared_alert: definition.severities.cleared,
  ...(definition.payloadType !== null && { payload_type: definition.payloadType }),
});
