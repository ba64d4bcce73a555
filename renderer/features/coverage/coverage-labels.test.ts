import { expect, it } from 'vitest';
import type { InstallationCoverage } from '#contract/coverage.ts';
import { gapCount, recipientsLabel, summaryLabel } from './coverage-labels.ts';

const now = new Date('2026-11-23T10:00:00Z');
const some = { count: 1, names: ['Ops'] };
const none = { count: 0, names: [] };
const whole: InstallationCoverage = {
  connectionId: 'acme',
  readAt: now,
  alerts: { low: some, medium: some, high: some, cleared: some },
  jobs: none,
};
const part = { ...whole, alerts: { ...whole.alerts, low: none, high: none } };
const never = { ...whole, readAt: null };
const old = { ...whole, readAt: new Date('2026-11-20T09:00:00Z') };

it('counts gaps of alerts, not of jobs or of lists that were never read', () => {
  expect(gapCount(whole)).toBe(0);
  expect(gapCount(part)).toBe(2);
  expect(gapCount({ ...part, readAt: null })).toBe(0);
});

it.each([
  [summaryLabel([whole], now), 'No gaps on 1 installation'],
  [summaryLabel([whole, part, whole], now), '2 gaps on 1 of 3 installations'],
  [summaryLabel([whole, never], now), 'No gaps on 1 read installation; 1 never read'],
  [summaryLabel([part, never], now), '2 gaps on 1 of 1 read installation; 1 never read'],
  [
    summaryLabel([whole, old, never], now),
    'No gaps on 2 read installations; 1 never read, oldest 3 days ago',
  ],
  [summaryLabel([never, never], now), 'Coverage unknown; 2 never read'],
  [recipientsLabel({ count: 2, names: ['Ops', ''] }), 'Ops, Without a name'],
  [recipientsLabel({ count: 4, names: ['Ops'] }), 'Ops and 3 more'],
])('%s', (label, expected) => {
  expect(label).toBe(expected);
});
