import type { Severities, WebhookDefinition } from '#domain/webhook/webhook.ts';

/** The four severity switches as both variants name them. Interface document §1. */
export const wireSeverities = ({ low, medium, high, cleared }: Severities) => ({
  low_alert: low,
  med_alert: medium,
  high_alert: high,
  cleared_alert: cleared,
});

/** The fields that stand before the headers in every body. Interface document §2.3 and §2.4. */
export const wireBasics = ({ name, url, enabled, method }: WebhookDefinition) => ({
  name,
  url,
  enabled,
  method,
});
