import { describe, expect, it } from 'vitest';
import { countOutcomes } from './outcome-counts.ts';
import { aRow, aPlanState } from './testing/a-plan.ts';
import { endInWords, interruptedInWords } from './run-labels.ts';
import { runWords, titleOf, wayOut } from './labels.ts';

const drafts = { kind: 'drafts' as const, draftIds: ['1', '2'] };
const some = (count: number, action: 'update' | 'delete' = 'update') =>
  Array.from({ length: count }, () => ({ action }));

describe('the button', () => {
  it.each([
    [
      runWords(drafts, some(12), ['acme-prod', 'globex']),
      'Publish 12 changes on acme-prod and globex',
    ],
    [runWords(drafts, some(1), ['acme']), 'Publish 1 change on acme'],
    [runWords(null, some(3, 'delete'), ['acme']), 'Delete 3 webhooks on acme'],
    [
      runWords({ kind: 'undo', entryIds: ['1'] }, some(1, 'delete'), ['acme']),
      'Take back 1 change on acme',
    ],
    [runWords(drafts, [], []), 'Nothing is ticked'],
    [titleOf(drafts, null), 'Publish 2 drafts'],
    [titleOf(null, aPlanState()), 'Publish 3 drafts'],
  ])('“%s”', (said, meant) => {
    expect(said).toBe(meant);
  });
});

const counts = countOutcomes([
  ...Array.from({ length: 31 }, () => ({ outcome: 'done' as const })),
  ...Array.from({ length: 2 }, () => ({ outcome: 'unknown' as const })),
  ...Array.from({ length: 17 }, () => ({ outcome: 'not-attempted' as const })),
]);

describe('what came of it', () => {
  it('is said also half-way, and that what is unknown is not sent again', () => {
    const told = endInWords(counts, 'interrupted', 17);
    expect(told.tone).toBe('caution');
    expect(told.title).toBe('31 done, 2 unknown, 17 not attempted');
    expect(told.sentences.join(' ')).toMatch(/ended in the middle.*Nothing is sent twice.*17 of/s);
    expect(interruptedInWords(aPlanState({ status: 'interrupted', total: 50, counts }))).toBe(
      'A plan of 50 was interrupted: 31 done, 2 unknown, 17 not attempted.',
    );
  });

  it('is good only when all is done', () => {
    expect(endInWords(countOutcomes([{ outcome: 'done' }]), 'ended', 0).tone).toBe('good');
    expect(endInWords(countOutcomes([{ outcome: 'unknown' }]), 'ended', 0).tone).toBe('caution');
    expect(endInWords(countOutcomes([{ outcome: 'failed' }]), 'stopped', 1).tone).toBe('bad');
  });
});

it('each row that a person must look at says what to do; one without a draft cannot be opened', () => {
  expect(wayOut(aRow('a'))).toBeNull();
  expect(wayOut(aRow('a', { state: 'conflict' }))).toContain('look again');
  expect(wayOut(aRow('a', { state: 'gone' }))).toContain('created again');
  expect(wayOut(aRow('a', { state: 'gone', draftId: null }))).toBeNull();
});
