import { expect, test } from 'vitest';
import { type DeliveryEvent, receives, receivesInWords, type Recipient } from './receives.ts';

// over-a-socket.test.ts compares all combinations with the service.
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
  [{}, high, 'Sent'],
  [{ payloadType: null }, high, 'Sent'],
  [{ enabled: false, payloadType: 'JOB' }, high, 'Not sent: the webhook is disabled'],
  [{ payloadType: 'JOB' }, high, 'Not sent: the webhook is for jobs'],
  [{ severities: { ...severities, high: false } }, high, 'Not sent: High is off'],
  [{ severities: { ...severities, low: false } }, high, 'Sent'],
  [{}, job, 'Not sent: the webhook is for alerts'],
  [{ payloadType: null }, job, 'Not sent: the webhook is for alerts'],
  [
    { payloadType: 'JOB', severities: { low: false, medium: false, high: false, cleared: false } },
    job,
    'Sent',
  ],
])('%j, %j: %s', (changes, event, words) => {
  expect(receivesInWords(webhook(changes), event)).toBe(words);
  expect(receives(webhook(changes), event).delivered).toBe(words === 'Sent');
});
