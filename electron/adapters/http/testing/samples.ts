import type { Target, WebhookUpdate, WebhookWrite } from '#core/ports.ts';
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

export const sampleCreate: WebhookWrite = { action: 'create', definition: sampleDefinition };

export const sampleUpdate: WebhookUpdate = {
  action: 'update',
  live: { id: 7, headers: [] },
  definition: sampleDefinition,
};

export const sampleDelete: WebhookWrite = { action: 'delete', id: 7 };
