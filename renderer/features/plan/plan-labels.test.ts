import { describe, expect, it } from 'vitest';
import type { PlanSource, PlanState } from '#contract/plans.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import type { RowOutcome } from '#domain/publishing/plan.ts';
import type { RowState } from '#domain/publishing/row-state.ts';
import {
  alternativeText,
  badgeOf,
  groupLabel,
  needsLabel,
  runLabel,
  titleOf,
  wayOut,
} from './plan-labels.ts';
import { clockWithSeconds } from '../../ui/date-formats.ts';
import { workOf } from './plan-work.ts';
import { type EndedPlan, interruptedLabel, resumeLabel, runSummary } from './run-labels.ts';
import { countOutcomes, type OutcomeCounts } from '#domain/publishing/row-results.ts';
import { lossesOf } from './shared-notes.ts';
import { aFilePlanRow, aPlanState, aRow } from './testing/a-plan.ts';

const drafts: PlanSource = { kind: 'drafts', draftIds: ['1', '2'] };
const file: PlanSource = {
  kind: 'bundle',
  fileId: 'file',
  connectionIds: ['acme'],
  keys: null,
  alsoRemove: false,
};
const resume: PlanSource = { kind: 'resume', pauseIds: ['p1'] };
const pause: PlanSource = {
  kind: 'pause',
  selection: [],
  until: null,
  reason: '',
  zone: 'UTC',
  resumesItself: false,
};
const some = (count: number, action: 'update' | 'delete' = 'update') =>
  Array.from({ length: count }, (_, at) => ({ action, name: `Webhook ${at + 1}` }));
const titled = (source: PlanSource | null, fileName: string | null = null) =>
  titleOf({ source, fileName, title: null, run: { state: aPlanState() } });

it.each([
  [
    runLabel(drafts, some(12), ['acme-prod', 'globex']),
    'Publish 12 changes on acme-prod and globex',
  ],
  [runLabel(drafts, some(1), ['acme']), 'Publish 1 change on acme'],
  [
    runLabel(drafts, some(2), ['acme-prod-eu-west-2', 'globex-stage']),
    'Publish 2 changes on 2 installations',
  ],
  [runLabel(null, some(3, 'delete'), ['acme']), 'Delete 3 webhooks on acme'],
  [runLabel(null, some(1, 'delete'), ['acme']), 'Delete Webhook 1 on acme'],
  [runLabel(file, some(3), ['a', 'b', 'c', 'd']), 'Publish 3 changes on 4 installations'],
  [
    runLabel({ kind: 'undo', entryIds: ['1'] }, some(1, 'delete'), ['acme']),
    'Undo 1 change on acme',
  ],
  [runLabel(resume, some(2), ['acme']), 'Resume 2 webhooks on acme'],
  [runLabel(pause, some(1), ['acme']), 'Pause 1 webhook on acme'],
  [runLabel(drafts, [], []), 'Nothing selected'],
  [titled(drafts), 'Publish 2 drafts'],
  [titled(file, 'team.json'), 'Import team.json'],
  [titled(null), 'Publish 3 drafts'],
])('“%s”', (label, expected) => {
  expect(label).toBe(expected);
});

const counts = countOutcomes([
  ...Array.from({ length: 31 }, () => ({ outcome: 'done' as const })),
  ...Array.from({ length: 2 }, () => ({ outcome: 'unknown' as const })),
  ...Array.from({ length: 17 }, () => ({ outcome: 'not-attempted' as const })),
]);

const ended = (
  counts: OutcomeCounts,
  status: PlanState['status'] = 'ended',
  changes: Partial<EndedPlan> = {},
): EndedPlan => ({
  left: 0,
  leftOut: [],
  work: 'published',
  resumedAt: null,
  run: { counts, state: aPlanState({ status }) },
  ...changes,
});

describe('the summary of a run', () => {
  it('counts the outcomes of an interrupted run and says that nothing is sent twice', () => {
    const summary = runSummary(ended(counts, 'interrupted', { left: 17 }));
    expect(summary.tone).toBe('caution');
    expect(summary.title).toBe('31 changes published and verified, 2 unknown, 17 not attempted');
    expect(summary.sentences.join(' ')).toMatch(/closed before.*Nothing is sent twice/s);
    expect(interruptedLabel(aPlanState({ status: 'interrupted', total: 50, counts }))).toBe(
      'A plan of 50 was interrupted: 31 done, 2 unknown, 17 not attempted.',
    );
  });

  it('is good only when all rows are done', () => {
    const toneOf = (outcome: RowOutcome, left = 0): string =>
      runSummary(ended(countOutcomes([{ outcome }]), 'ended', { left })).tone;
    expect(toneOf('done')).toBe('good');
    expect(toneOf('unknown')).toBe('caution');
    expect(toneOf('failed', 1)).toBe('bad');
  });

  it('counts the rows that were left out, and says why', () => {
    const done = countOutcomes([{ outcome: 'done' }]);
    const leaving = (...states: RowState[]): EndedPlan =>
      ended(done, 'ended', { leftOut: states.map((state) => ({ state })) });
    expect(runSummary(leaving('conflict'))).toEqual({
      tone: 'caution',
      title: '1 change published and verified, 1 left out (conflict)',
      sentences: [],
    });
    expect(runSummary(leaving('conflict', 'gone', 'conflict')).title).toContain(
      '3 left out (conflict, no longer there)',
    );
  });

  it('says that a plan stopped only if a failure kept requests back', () => {
    const stopped = (...outcomes: RowOutcome[]): string =>
      runSummary(
        ended(countOutcomes(outcomes.map((outcome) => ({ outcome }))), 'stopped'),
      ).sentences.join(' ');
    expect(stopped('failed', 'not-attempted')).toContain('stopped at the first failure');
    expect(stopped('failed', 'done')).toBe('All requests were already sent at the first failure.');
    expect(stopped('unknown', 'not-attempted')).toContain('stopped at the first unknown result');
    expect(stopped('differs', 'not-attempted')).toContain('stopped at the first mismatch');
  });

  it('names the installations that could not be read', () => {
    const done = countOutcomes([{ outcome: 'done' }]);
    expect(runSummary(ended(done), { unread: ['acme', 'globex'] })).toEqual({
      tone: 'caution',
      title: '1 change published and verified',
      sentences: ['acme and globex could not be read. Nothing was sent there.'],
    });
  });

  it('names production to which a stopped plan sent nothing, and says when the rest was sent', () => {
    const failed = countOutcomes([{ outcome: 'failed' }, { outcome: 'not-attempted' }]);
    const resumedAt = new Date('2026-11-26T17:00:00Z');
    const plan = ended(failed, 'stopped', { left: 2, resumedAt });
    const { sentences } = runSummary(plan, { keptBack: ['acme'] });
    expect(sentences.join(' ')).toContain(`Sent again at ${clockWithSeconds(resumedAt)}.`);
    expect(sentences.join(' ')).toContain('Nothing was sent to acme: production is sent last.');
  });

  it.each<[PlanSource | null, WriteAction, string]>([
    [{ kind: 'undo', entryIds: ['1'] }, 'update', '1 change undone and verified'],
    [{ kind: 'resume', pauseIds: ['1'] }, 'update', '1 webhook resumed and verified'],
    [null, 'delete', '1 webhook deleted and verified'],
    [null, 'create', '1 change published and verified'],
  ])('names what was done: %o, %s', (source, action, title) => {
    const work = workOf(source, [aRow('a', { action })]);
    const done = countOutcomes([{ outcome: 'done' }]);
    expect(runSummary(ended(done, 'ended', { work })).title).toBe(title);
  });
});

it('a conflict has advice, and a missing webhook only with a draft', () => {
  expect(wayOut(aRow('a'), 'prepared')).toBeNull();
  expect(wayOut(aRow('a', { state: 'conflict' }), 'prepared')).toContain('refresh the plan');
  expect(wayOut(aRow('a', { state: 'gone' }), 'prepared')).toContain('Create the webhook again');
  expect(wayOut(aRow('a', { state: 'gone', draftId: null }), 'prepared')).toBeNull();
});

it('the advice of a started plan does not mention Refresh', () => {
  for (const state of ['conflict', 'gone', 'blocked'] as const) {
    const advice = wayOut(aRow('a', { state }), 'over');
    expect(advice).toContain('draft');
    expect(advice).not.toContain('refresh');
  }
});

const choices = ['POST', 'PUT'];
const method = { kind: 'method' as const, given: 'PATCH', choices, proposed: 'PUT' };
const loss = { field: 'method' as const, message: 'The method PATCH becomes PUT.' };
const secrets = (...names: string[]) => names.map((name) => ({ kind: 'secret' as const, name }));

it.each([
  [secrets('a', 'b'), 'Enter a secret'],
  [[method, ...secrets('a')], 'Select a method, Enter a secret'],
  [[{ kind: 'pair' as const }], 'Select a match'],
])('%j', (needs, label) => {
  expect(needsLabel(needs)).toBe(label);
});

it('a loss is hidden while a need for the same field is open', () => {
  expect(lossesOf({ losses: [loss], needs: [method] })).toEqual([]);
  expect(lossesOf({ losses: [loss], needs: [] })).toEqual([loss]);
});

it('a row names its action only if that is known', () => {
  const pair = [{ kind: 'pair' as const }];
  expect(badgeOf(aFilePlanRow('a'))).toEqual({ tone: 'added', text: 'Create' });
  expect(badgeOf(aFilePlanRow('a', { state: 'undecided', needs: pair })).text).toBe('Unmatched');
  expect(badgeOf(aRow('a', { state: 'unchanged' })).text).toBe('Unchanged');
  expect(badgeOf(aRow('a', { state: 'blocked' }))).toEqual({ tone: 'plain', text: 'Change' });
});

it('a row says in the past what it did', () => {
  const after = (outcome: RowOutcome | undefined, action: WriteAction = 'delete') =>
    badgeOf(aRow('a', { action }), 'over', outcome).text;
  expect(after('done')).toBe('Deleted');
  expect(after('differs', 'update')).toBe('Changed');
  expect(after('failed', 'create')).toBe('Not created');
  expect(after('unknown')).toBe('Sent');
  for (const outcome of ['cancelled', 'not-attempted', undefined] as const) {
    expect(after(outcome)).toBe('Not sent');
  }
});

it('the button that resumes says what it sends, and where', () => {
  const label = (
    outcomes: readonly RowOutcome[],
    left: number,
    status: PlanState['status'],
    ...installations: string[]
  ): string => {
    const counts = countOutcomes(outcomes.map((outcome) => ({ outcome })));
    return resumeLabel({ counts, left, status, installations });
  };
  // One of the failed rows would fail again.
  expect(label(['failed', 'failed', 'failed', 'unknown'], 2, 'ended', 'acme')).toBe(
    'Retry 2 failed on acme',
  );
  expect(label(['done', 'cancelled', 'not-attempted'], 2, 'cancelled', 'acme', 'globex')).toBe(
    'Send the other 2 on acme and globex',
  );
  expect(label(['failed', 'not-attempted'], 2, 'stopped', 'acme')).toBe(
    'Retry 1 failed and send the other 1 on acme',
  );
  expect(label(['done', 'not-attempted'], 1, 'paused', 'acme')).toBe(
    'Continue with the rest (1) on acme',
  );
  expect(label(['failed', 'not-attempted'], 2, 'paused', 'acme')).toBe(
    'Retry 1 failed and send the other 1 on acme',
  );
});

it('an alternative shows its match reasons, method and host', () => {
  const url = 'https://hooks.example.com/services/x';
  const because = ['similar-name' as const, 'same-url' as const];
  expect(alternativeText({ because, url, method: 'PUT', enabled: true })).toBe(
    'Similar name, same URL · PUT hooks.example.com',
  );
  expect(alternativeText({ because, url, method: 'PUT', enabled: false })).toMatch(/ · disabled$/);
  const incomplete = 'hooks.example.com/services/secret';
  expect(alternativeText({ because, url: incomplete, method: 'PUT', enabled: true })).toBe(
    'Similar name, same URL · PUT no host',
  );
});

it('a plan that pauses after its first row has advice', () => {
  const counts = countOutcomes([{ outcome: 'done' }, { outcome: 'not-attempted' }]);
  expect(runSummary(ended(counts, 'paused', { left: 1 }))).toEqual({
    tone: 'info',
    title: '1 change published and verified, 1 waiting',
    sentences: ['Only one row was sent. Check its result, then continue or undo it.'],
  });
  expect(groupLabel('left-out', 'over', 'paused')).toBe('Not sent yet');
  expect(groupLabel('left-out', 'over', 'ended')).toBe('Left out');
  const more = countOutcomes([{ outcome: 'done' }, { outcome: 'done' }]);
  expect(runSummary(ended(more, 'paused', { left: 1 })).sentences).toEqual([
    'The last run sent one row only. Check its result, then continue.',
  ]);
  expect(interruptedLabel(aPlanState({ status: 'paused' }))).toContain('is paused');
});

it('a rotation names the webhooks that it changes', () => {
  const rotation: PlanSource = { kind: 'rotation', searchId: 'search' };
  expect(titled(rotation)).toBe('Rotate a secret');
  expect(runLabel(rotation, some(30), ['acme', 'globex'])).toBe(
    'Rotate in 30 webhooks on acme and globex',
  );
});
