import { describe, expect, test } from 'vitest';
import type { StoredWebhook } from '../webhooks/stored-webhook.ts';
import { type EventKind, reasonNotDelivered } from './simulation.ts';

const webhook = (fields: Partial<StoredWebhook>): StoredWebhook => ({
  name: 'n',
  url: 'http://x/',
  enabled: true,
  method: 'POST',
  http_headers: [],
  payload_template: '',
  low_alert: true,
  med_alert: true,
  high_alert: true,
  cleared_alert: true,
  ...fields,
});
const alert = (state: 'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED'): EventKind => ({
  kind: 'alert',
  state,
});
const job: EventKind = { kind: 'job', state: null };

describe.each([
  ['LOW', 'low_alert'],
  ['MEDIUM', 'med_alert'],
  ['HIGH', 'high_alert'],
  ['CLEARED', 'cleared_alert'],
] as const)('an alert with the state %s', (state, name) => {
  test(`is delivered to webhooks with ${name} on, whatever the other switches are`, () => {
    const off = { low_alert: false, med_alert: false, high_alert: false, cleared_alert: false };
    expect(reasonNotDelivered(webhook({ ...off, [name]: true }), alert(state))).toBeNull();
    expect(reasonNotDelivered(webhook({ [name]: false }), alert(state))).toBe('switched-off');
  });
});

test.each<[string, Partial<StoredWebhook>, EventKind, ReturnType<typeof reasonNotDelivered>]>([
  ['a disabled webhook', { enabled: false }, alert('HIGH'), 'disabled'],
  ['a disabled webhook', { enabled: false, payload_type: 'JOB' }, job, 'disabled'],
  ['one for alerts', { payload_type: 'ALERT' }, alert('LOW'), null],
  ['one for alerts', { payload_type: 'ALERT' }, job, 'other-type'],
  ['one for jobs', { payload_type: 'JOB' }, alert('LOW'), 'other-type'],
  ['one for jobs', { payload_type: 'JOB' }, job, null],
  [
    'one for jobs with no switch on',
    { payload_type: 'JOB', high_alert: false, low_alert: false },
    job,
    null,
  ],
])('%s: %j', (_title, fields, event, reason) => {
  expect(reasonNotDelivered(webhook(fields), event)).toBe(reason);
});
