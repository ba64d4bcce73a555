import { describe, expect, it } from 'vitest';
import { keyOf, type WebhookKey } from '#domain/webhook/listed.ts';
import { summaryOf, type WebhookSummary } from '#domain/webhook/webhook.ts';
import { type Arrangement, everything, filterRows, sorted, withFlag } from './arrangement.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';

const none = { low: false, medium: false, high: false, cleared: false };
const row = (id: number, part: Partial<WebhookSummary>): WebhookSummary => ({
  ...summaryOf(aWebhook()),
  id,
  ...part,
});
const rows = [
  row(1, { name: 'node 10', enabled: false }),
  row(2, { name: 'Node 9', payloadType: 'JOB', severities: none }),
  row(3, { name: 'alpha', method: 'PUT', severities: { ...none, high: true } }),
];
const ids = (
  of: readonly WebhookSummary[],
  arrangement: Arrangement,
  found: ReadonlySet<WebhookKey> | null,
): WebhookKey[] =>
  filterRows(sorted(of, arrangement.sort, arrangement.descending), arrangement, found).map(keyOf);

describe('sorted and filtered', () => {
  it('sorts names with numbers by value and ignores case', () => {
    expect(ids(rows, everything, null)).toEqual([3, 2, 1]);
    expect(ids(rows, { ...everything, descending: true }, null)).toEqual([1, 2, 3]);
  });

  it('puts the most severe webhooks first when sorted by severity', () => {
    expect(ids(rows, { ...everything, sort: 'severities' }, null)).toEqual([1, 3, 2]);
  });

  it.each([
    ['is', 'disabled', [1]],
    ['is', 'enabled', [3, 2]],
    ['severity', 'none', [2]],
    ['severity', 'medium', [1]],
    ['type', 'job', [2]],
  ] as const)('keeps only %s:%s', (term, value, expected) => {
    expect(ids(rows, withFlag(everything, term, value), null)).toEqual(expected);
  });

  it('keeps rows that match all flags, with the last value of each flag', () => {
    const enabled = withFlag(withFlag(everything, 'is', 'disabled'), 'is', 'enabled');
    expect(ids(rows, withFlag(enabled, 'severity', 'none'), null)).toEqual([2]);
    expect(withFlag(enabled, 'is', null)).toEqual(everything);
  });

  it('keeps only the found rows', () => {
    expect(ids(rows, everything, new Set([2, 99]))).toEqual([2]);
  });

  it('does not change the given rows', () => {
    const before = [...rows];
    sorted(rows, 'name', true);
    expect(rows).toEqual(before);
  });
});
