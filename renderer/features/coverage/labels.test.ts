import { expect, it } from 'vitest';
import type { InstallationCoverage } from '#contract/coverage.ts';
import { gapsOf, namesLabel, summaryLabel } from './labels.ts';

const some = { count: 1, names: ['Ops'] };
const none = { count: 0, names: [] };
const whole: InstallationCoverage = {
  connectionId: 'acme',
  readAt: new Date(0),
  alerts: { low: some, medium: some, high: some, cleared: some },
  jobs: none,
};
const part = { ...whole, alerts: { ...whole.alerts, low: none, high: none } };

it('counts gaps of alerts, not of jobs or of lists that were never read', () => {
  expect(gapsOf(whole)).toBe(0);
  expect(gapsOf(part)).toBe(2);
  expect(gapsOf({ ...part, readAt: null })).toBe(0);
});

it.each([
  [summaryLabel([whole]), 'No gaps on 1 installation'],
  [summaryLabel([whole, part, whole]), '2 gaps on 1 of 3 installations'],
  [namesLabel({ count: 2, names: ['Ops', ''] }), 'Ops, Without a name'],
  [namesLabel({ count: 4, names: ['Ops'] }), 'Ops and 3 more'],
])('%s', (label, expected) => {
  expect(label).toBe(expected);
});
