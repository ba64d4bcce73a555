import { expect, test } from 'vitest';
import { type DeliveryEvent, receives, receivesInWords, type Recipient } from './receives.ts';

// That this is what the service does, for all combinations, is in over-a-socket.test.ts.
const high: DeliveryEvent = { kind: 'alert', state: 'HIGH' };
const job: DeliveryEvent = { kind: 'job' };
const severities = { low: true, medium: true, high: true, cleared: true };
const webhook = (changes: Partial<Recipient>): Recipient => ({
  enabled: true,
  payloadType: 'ALERT',
  severities,
  ...changes,
});

test.each<[Partial<Recipient>, DeliveryEvent, string]>([
  [{}, high, 'An alert that is HIGH is delivered.'],
  [{ payloadType: null }, high, 'An alert that is HIGH is delivered.'],
  [
    { enabled: false, payloadType: 'JOB' },
    high,
    'An alert that is HIGH is not delivered: the webhook is disabled.',
  ],
  [
    { payloadType: 'JOB' },
    high,
    'An alert that is HIGH is not delivered: the webhook is for job events.',
  ],
  [
    { severities: { ...severities, high: false } },
    high,
    'An alert that is HIGH is not delivered: its severity switch is off.',
  ],
  [{ severities: { ...severities, low: false } }, high, 'An alert that is HIGH is delivered.'],
  [{}, job, 'A job event is not delivered: the webhook is for alerts.'],
  [{ payloadType: null }, job, 'A job event is not delivered: the webhook is for alerts.'],
  [
    { payloadType: 'JOB', severities: { low: false, medium: false, high: false, cleared: false } },
    job,
    'A job event is delivered.',
  ],
])('%j, %j: %s', (changes, event, words) => {
  expect(receivesInWords(webhook(changes), event)).toBe(words);
  expect(receives(webhook(changes), event).delivered).toBe(words.endsWith(' is delivered.'));
});
