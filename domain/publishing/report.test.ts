import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainProblem } from '../problem.ts';
import { definitionOf } from '../webhook/webhook.ts';
import { PlanRow, type RowResult } from './plan.ts';
import {
  type PlanReport,
  reportedCounts,
  reportedRow,
  type ReportedStatus,
  reportText,
} from './report.ts';
import { aWebhook } from './testing/webhooks.ts';

const aRow = (change: Partial<PlanRow> = {}): PlanRow => {
  const live = aWebhook(7);
  return PlanRow.parse({
    key: 'a',
    connectionId: 'acme',
    action: 'update',
    base: live,
    live,
    definition: { ...definitionOf(live), name: 'Chat – ops' },
    draftId: null,
    draftRevision: null,
    undoes: null,
    reasons: [],
    problem: null,
    ...change,
  });
};
const aResult = (outcome: RowResult['outcome'], change: Partial<RowResult> = {}): RowResult => ({
  key: 'a',
  outcome,
  webhookId: 7,
  entryId: null,
  notes: [],
  problem: null,
  ...change,
});

function aReport(rows: PlanReport['installations'][0]['rows'], status: ReportedStatus): PlanReport {
  return {
    format: 'hookdesk-plan-report',
    version: 1,
    title: 'Publish 3 drafts',
    status,
    begunAt: status === 'prepared' ? null : '2030-01-02T03:04:05.000Z',
    writtenAt: '2030-01-02T03:04:09.123Z',
    counts: reportedCounts(rows),
    installations: [{ name: 'acme-prod', environment: 'production', rows }],
  };
}

describe('a report as text', () => {
  it('has the result of each row and the counts, also if the plan was interrupted', () => {
    const create = { action: 'create' as const, base: null, live: null };
    const lost = ['The answer was lost.'];
    const failure = plainProblem('server-failed', 'The service failed (500).', 'Try again.');
    const rows = [
      reportedRow(aRow(), 'done', aResult('done')),
      reportedRow(aRow(create), 'unknown', aResult('unknown', { webhookId: null, notes: lost })),
      reportedRow(aRow(), 'failed', aResult('failed', { problem: failure })),
      reportedRow(aRow({ action: 'delete', definition: null }), 'not-attempted', null),
      reportedRow(aRow({ problem: failure, reasons: ['Both changed it.'] }), 'left-out', null),
    ];
    expect(reportText(aReport(rows, 'interrupted')).split('\n')).toEqual([
      'Publish 3 drafts',
      'Started 2030-01-02 03:04:05 UTC, as of 2030-01-02 03:04:09 UTC',
      'Hookdesk closed before the plan finished.',
      '1 done, 1 failed, 1 unknown, 1 not attempted, 1 left out.',
      'Rows with an unknown result are not resent.',
      '',
      'acme-prod (production)',
      '  Done                 Change Chat – ops (id 7) – name',
      '  Unknown              Create Chat – ops – one header',
      '                       The answer was lost.',
      '  Failed               Change Chat – ops (id 7) – name',
      '                       The service failed (500).',
      '  Not attempted        Delete Chat (id 7) – one header',
      '  Left out             Change Chat – ops (id 7) – name',
      '                       Both changed it.',
      '                       The service failed (500).',
      '',
    ]);
  });

  it('states that the plan is not started or still runs', () => {
    const rows = (['open', 'sent'] as const).map((each) => reportedRow(aRow(), each, null));
    expect(reportText(aReport(rows, 'running'))).toMatch(
      /its progress\.\n1 verifying, 1 no result yet\.\nRows without a result/,
    );
    expect(reportText(aReport([], 'prepared'))).toMatch(/not started.*\nThe plan is empty\./);
  });

  it('has the name of an undecided row', () => {
    const undecided = { base: null, live: null, definition: null, action: 'create' as const };
    const row = aRow({ ...undecided, fileRow: { key: '1', name: 'Pager' } });
    const text = reportText(aReport([reportedRow(row, 'left-out', null)], 'ended'));
    expect(text).toContain('  Left out             Create Pager\n');
  });

  it('names only the edits of a row with a conflict', () => {
    const live = aWebhook(7, { name: 'Theirs', enabled: !aWebhook(7).enabled });
    const row = aRow({ live, needs: [{ kind: 'conflict' }] });
    const text = reportText(aReport([reportedRow(row, 'left-out', null)], 'ended'));
    expect(text).toContain('  Left out             Change Chat – ops (id 7) – name\n');
  });

  it('removes line breaks from a name', () => {
    const name = 'Chat\n  Done                 Change Pager\u2028';
    const row = aRow({ definition: { ...definitionOf(aWebhook(7)), name } });
    const lines = reportText(aReport([reportedRow(row, 'failed', null)], 'ended')).split(
      /\n|\u2028/,
    );
    expect(lines.filter((line) => line.startsWith('  '))).toHaveLength(1);
  });

  it('counts every row once', () => {
    const outcome = fc.constantFrom('done', 'sent', 'open', 'left-out', 'unknown');
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 20 }), (outcomes) => {
        const rows = outcomes.map((each) => reportedRow(aRow(), each, null));
        const counts = Object.values(reportedCounts(rows));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
      }),
    );
  });
});

it('a secret is masked in all texts of a row', () => {
  const secret = 'canary-7f3b9a2c5e8d';
  const live = aWebhook(7, {
    name: `Chat ${secret}`,
    headers: [{ id: 1, name: 'Authorization', value: `Bearer ${secret}` }],
  });
  const problem = plainProblem('rejected', `Refused: ${secret}`, `Change ${secret}.`);
  const row = aRow({
    live,
    base: live,
    definition: definitionOf(live),
    reasons: [secret],
    problem,
  });
  const noted = aResult('failed', { notes: [`It held ${secret}.`], problem });
  for (const result of [noted, null]) {
    const said = JSON.stringify(reportedRow(row, 'failed', result));
    expect(said).not.toContain(secret);
    expect(said).toContain('Refused: ');
  }
});

it('words of our own stay, even if they are a secret', () => {
  const live = aWebhook(7, { headers: [{ id: 1, name: 'Authorization', value: 'Bearer wrong' }] });
  const problem = plainProblem('unauthorized', 'It is wrong, or it has expired.', 'Enter another.');
  const row = aRow({ live, base: live, definition: definitionOf(live), problem });
  expect(reportedRow(row, 'failed', null).problem?.message).toBe(problem.message);
});
