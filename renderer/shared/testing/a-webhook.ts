import type { Webhook } from '#domain/webhook/webhook.ts';

/** Creates a webhook of variant B with two headers. */
export const aWebhook = (): Webhook => ({
  id: 7,
  name: 'Ops',
  url: 'https://hooks.example.com/ops',
  method: 'POST',
  enabled: true,
  headers: [
    { id: 11, name: 'Content-Type', value: 'application/json' },
    { id: 12, name: 'X-Api-Key', value: 'fake' },
  ],
  payloadTemplate: '{"text": "%AlertName%"}',
  severities: { low: false, medium: true, high: true, cleared: false },
  payloadType: 'ALERT',
  unreported: [],
  unknown: {},
});
