import { expect, it } from 'vitest';
import { JournalFilter } from '#contract/journal.ts';
import { allOfHistory, journalFilterOf, isFiltered, type HistoryFilter } from './history-filter.ts';

const now = new Date(2026, 10, 21, 15, 30);
const ask = (change: Partial<HistoryFilter>) =>
  journalFilterOf({ ...allOfHistory, ...change }, now);

it('requests all entries by default', () => {
  expect(ask({})).toEqual(JournalFilter.parse({}));
  expect(isFiltered(allOfHistory)).toBe(false);
});

it.each([
  ['today', new Date(2026, 10, 21)],
  ['week', new Date(2026, 10, 15)],
  ['month', new Date(2026, 9, 23)],
] as const)('%s starts at the beginning of a day and includes today', (period, from) => {
  expect(ask({ period })).toMatchObject({ from, to: null });
});

it('includes the whole first and last day of a custom period', () => {
  expect(ask({ period: 'between', from: '2026-03-01', to: '2026-03-31' })).toMatchObject({
    from: new Date(2026, 2, 1),
    to: new Date(2026, 2, 31, 23, 59, 59, 999),
  });
  expect(ask({ period: 'between', from: '', to: '2026-03-31' }).from).toBeNull();
  expect(ask({ period: 'between', from: '2026-03-01', to: '' }).to).toBeNull();
});

it('ignores the days of a custom period for another period', () => {
  expect(ask({ period: 'ever', from: '2026-03-01' })).toMatchObject({ from: null, to: null });
  expect(isFiltered({ ...allOfHistory, from: '2026-03-01' })).toBe(false);
});

it('uses the installation of the webhook instead of the chosen one', () => {
  const webhook = { connectionId: 'acme', webhookId: 7, name: 'Ops' };
  expect(ask({ webhook, connectionId: 'globex' })).toMatchObject({
    connectionId: 'acme',
    webhookId: 7,
  });
});

it.each([
  ['done', ['done']],
  ['differs', ['differs']],
  ['nothing', ['failed', 'not-applied']],
  ['open', ['sent', 'unknown']],
] as const)('%s filters by outcomes', (outcome, outcomes) => {
  expect(ask({ outcome }).outcomes).toEqual(outcomes);
  expect(isFiltered({ ...allOfHistory, outcome })).toBe(true);
});

it('truncates a text that is too long for the journal', () => {
  expect(JournalFilter.safeParse(ask({ text: `  ${'x'.repeat(500)}` })).success).toBe(true);
});
