import type { WebhookDefinition } from '../../../webhook/webhook.ts';
import type { CheckContext } from '../check-template.ts';

export const json = { id: 1, name: 'Content-Type', value: 'application/json' };
export const header = (name: string, value: string) => ({ id: 2, name, value });

/** A webhook for alerts with this template. The default Content-Type is JSON. */
export const webhook = (
  payloadTemplate: string,
  other: Partial<WebhookDefinition> = {},
): WebhookDefinition => ({
  name: 'Ops',
  url: 'https://receiver.example/hook',
  method: 'POST',
  enabled: true,
  headers: [json],
  payloadTemplate,
  severities: { low: true, medium: true, high: true, cleared: true },
  payloadType: 'ALERT',
  ...other,
});

export const context = (other: Partial<CheckContext> = {}): CheckContext => ({
  ownTokens: [],
  edits: {},
  rules: 'as-observed',
  ...other,
});

export const own = (name: string, sample = '7') => ({ name, meaning: '', sample });
