import type { Target, WebhookUpdate } from '#core/ports.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';

export const sampleToken = 'canary-t0ken/+"x"';

export const sampleTarget = (baseUrl: string, changes: Partial<Target> = {}): Target => ({
  baseUrl,
  apiRoot: '/api/v6',
  variant: 'A',
  authToken: sampleToken,
  ...changes,
});

export const sampleDefinition: WebhookDefinition = {
  name: 'Pager',
  url: 'https://events.example.com/',
  method: 'POST',
  enabled: true,
  headers: [],
  payloadTemplate: '%AlertID%',
  severities: { low: false, medium: true, high: true, cleared: false },
  payloadType: null,
};

export const sampleUpdate: WebhookUpdate = {
  id: 7,
  definition: sampleDefinition,
  headers: { added: [], changed: [], deleted: [], unaddressable: [] },
};
