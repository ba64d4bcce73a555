import { describe, expect, it } from 'vitest';
import { anEntry } from '#test-support/entry-fixture.ts';
import { plainProblem } from '../problem.ts';
import { definitionOf } from '../webhook/webhook.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { PlanRow, type RowResult } from './plan.ts';
import { countOutcomes, isSentAgain, restOf, rowResultsOf } from './row-results.ts';
import { aWebhook } from './testing/webhooks.ts';

const base = aWebhook(7);
const row = (key: string): PlanRow =>
  PlanRow.parse({
    key,
    connectionId: 'c',
    action: 'update',
    base,
    definition: definitionOf(base),
    draftId: null,
    draftRevision: null,
    undoes: null,
    reasons: [],
    live: base,
    problem: null,
  });
const entry = (rowKey: string, change: Partial<JournalEntry> = {}): JournalEntry =>
  anEntry({
    id: `entry of ${rowKey}`,
    before: base,
    meant: definitionOf(base),
    after: null,
    outcome: 'sent',
    planId: 'p',
    rowKey,
    accepted: true,
    ...change,
  });
const result = (key: string, change: Partial<RowResult>): RowResult => ({
  key,
  outcome: 'done',
  webhookId: 7,
  entryId: null,
  notes: [],
  problem: null,
  ...change,
});
const outcomes = (...given: Parameters<typeof rowResultsOf>) =>
  rowResultsOf(...given).map(({ outcome }) => outcome);

describe('the results of a plan', () => {
  it.each<[string, RowResult[], JournalEntry[], string]>([
    ['nothing is known', [], [], 'not-attempted'],
    ['it was under way', [], [entry('a')], 'unknown'],
    ['it was done', [], [entry('a', { outcome: 'done' })], 'done'],
    [
      'reading showed that it was not applied',
      [],
      [entry('a', { outcome: 'not-applied' })],
      'failed',
    ],
    ['it needed nothing', [result('a', { outcome: 'unchanged' })], [], 'unchanged'],
    [
      'it was unknown and is settled',
      [result('a', { outcome: 'unknown', entryId: 'entry of a' })],
      [entry('a', { outcome: 'done' })],
      'done',
    ],
    [
      'it was refused first and done later',
      [],
      [
        entry('a', { outcome: 'failed' }),
        entry('a', { sequence: 2, at: new Date(0), outcome: 'done' }),
      ],
      'done',
    ],
    [
      'it was sent once, and could not be sent again',
      [result('a', { outcome: 'failed' })],
      [entry('a', { outcome: 'not-applied' })],
      'failed',
    ],
  ])('are right if %s', (_, noted, entries, expected) => {
    expect(outcomes([row('a')], noted, entries)).toEqual([expected]);
  });

  it('are in the order of the plan', () => {
    const rows = [row('b'), row('a')];
    expect(outcomes(rows, [], [entry('a', { outcome: 'done' })])).toEqual([
      'not-attempted',
      'done',
    ]);
    expect(countOutcomes(rowResultsOf(rows, [], []))).toMatchObject({
      'not-attempted': 2,
      done: 0,
    });
  });
});

it.each<[string, Partial<RowResult>, boolean]>([
  ['was not started', { outcome: 'not-attempted' }, true],
  ['was cancelled', { outcome: 'cancelled' }, true],
  [
    'could not be reached',
    { outcome: 'failed', problem: plainProblem('unreachable', '', '') },
    true,
  ],
  ['was refused', { outcome: 'failed', problem: plainProblem('rejected', '', '') }, false],
  ['is done', { outcome: 'done' }, false],
  ['differs', { outcome: 'differs' }, false],
  ['is unknown: it could be sent twice', { outcome: 'unknown' }, false],
])('decides if a resume sends a row that %s', (_, change, expected) => {
  expect(isSentAgain(result('a', change))).toBe(expected);
});

it('a resume sends the rest, or one row of it, and keeps the other failures then', () => {
  const results = [
    result('a', { outcome: 'done' }),
    result('b', { outcome: 'failed' }),
    result('c', { outcome: 'failed' }),
    result('d', { outcome: 'cancelled' }),
    result('e', { outcome: 'unknown' }),
  ];
  const rest = (first?: string) => {
    const { sent, kept } = restOf(results, first);
    return { sent: [...sent].join(''), kept: kept.map(({ key }) => key).join('') };
  };
  expect(rest()).toEqual({ sent: 'bcd', kept: 'ae' });
  expect(rest('b')).toEqual({ sent: 'b', kept: 'ace' });
  expect(rest('d')).toEqual({ sent: 'd', kept: 'abce' });
  expect(rest('a')).toEqual({ sent: 'bcd', kept: 'ae' });
});
