import { expect, it } from 'vitest';
import type { DeliverySummary } from '#contract/practice.ts';
import { outcomeInWords, raisedInWords } from './delivery-labels.ts';

it('counts the webhooks that an alert reaches, and names why it skips others', () => {
  const passedOver = { disabled: 0, otherType: 0, switchedOff: 0 };
  expect(raisedInWords({ eventId: 1, deliveries: 1, passedOver })).toBe('1 webhook is called.');
  expect(
    raisedInWords({ eventId: 1, deliveries: 2, passedOver: { ...passedOver, disabled: 3 } }),
  ).toBe('2 webhooks are called. Of the others, 3 are disabled.');
});

it.each<[DeliverySummary['state'], number | null, string]>([
  ['waiting', null, 'waiting'],
  ['waiting-to-retry', 500, 'retrying (2 of 4)'],
  ['delivered', 204, 'delivered, 204'],
  ['failed', null, 'failed'],
  ['failed', 500, 'failed, 500'],
])('a delivery that is %s with %s', (state, status, label) => {
  const delivery = { id: 1, eventId: 1, webhookId: 1, webhookName: 'Ops', createdAt: new Date(0) };
  expect(outcomeInWords({ ...delivery, state, status, attempts: 2 })).toBe(label);
});
