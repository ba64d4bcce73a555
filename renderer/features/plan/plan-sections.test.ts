import { describe, expect, it } from 'vitest';
import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import { plainProblem } from '#domain/problem.ts';
import { sharedReasons } from '#domain/publishing/plan.ts';
import { Plan } from './plan.svelte.ts';
import { sharedCausesOf } from './shared-notes.ts';
import { aFilePlanRow, aResult } from './testing/a-plan.ts';
import { FakePlanApi, FakePlanDrafts } from './testing/plan-api.fake.ts';

const offline = plainProblem('unreachable', 'It cannot be reached.', 'Check the network.');
const pair = [{ kind: 'pair' as const }];

async function planOf(
  rows: readonly PlanRowView[],
  { order = [], unread = [] }: { order?: string[]; unread?: string[] } = {},
) {
  const host = new FakePlanApi();
  host.rows = rows;
  for (const id of unread) host.unread.set(id, offline);
  const connectionIds = [...new Set([...rows.map(({ connectionId }) => connectionId), ...unread])];
  const source: PlanSource = {
    kind: 'bundle',
    fileId: 'file',
    connectionIds,
    keys: null,
    alsoRemove: false,
  };
  const plan = new Plan(host.api, new FakePlanDrafts(), { source, order: () => order });
  await plan.prepare();
  return { host, plan };
}
const shown = ({ sections }: Plan): string[] =>
  sections.installations.flatMap(({ connectionId, sections: groups }) => [
    connectionId,
    ...groups.map(({ group, rows }) => `${group}: ${rows.map(({ key }) => key).join(' ')}`),
  ]);

const mixed = [
  aFilePlanRow('a'),
  aFilePlanRow('b', { state: 'unchanged', action: 'update' }),
  aFilePlanRow('c', { state: 'undecided', needs: pair }),
  aFilePlanRow('d', { action: 'delete', selected: false }),
  aFilePlanRow('e', { state: 'blocked' }),
  aFilePlanRow('f', { state: 'blocked', draftId: 'acme/f' }),
  aFilePlanRow('g', { action: 'update', name: 'Pager', webhookId: 41 }),
];

it('a cause that several rows share is said once, by installation and outcome', () => {
  const problem = plainProblem('server-failed', 'Server error 500.', 'Try again.');
  const results = [
    ...['a', 'b', 'c'].map((key) => aResult(key, 'failed', { problem })),
    aResult('d', 'unknown', { problem }),
    aResult('e', 'failed', { problem: offline }),
    aResult('f'),
    aResult('g'),
    ...['h', 'i'].map((key) => aResult(key, 'done', { notes: ['A check shows it.'] })),
    aResult('j', 'done', { notes: ['Its own.'] }),
  ];
  const causes = sharedCausesOf(results);
  expect(causes.map(({ text }) => text)).toEqual([
    '3 failed: Server error 500.',
    '2 done: A check shows it.',
  ]);
  expect(
    results
      .filter((result) => causes[0]?.is(result))
      .map(({ key }) => key)
      .join(' '),
  ).toBe('a b c');
});

describe('the rows of an installation', () => {
  it('are grouped into needs input, will be sent and left out', async () => {
    const { plan } = await planOf(mixed);
    expect(shown(plan)).toEqual([
      'acme',
      'needs: acme/c acme/f',
      'sent: acme/a acme/g',
      'left-out: acme/b acme/d acme/e',
    ]);
  });

  it('stay in their group when a person ticks them', async () => {
    const { plan } = await planOf(mixed);
    const before = shown(plan);
    plan.rows.ticks.set(plan.rows.ready, false);
    expect(shown(plan)).toEqual(before);
  });

  it('are grouped by outcome once the plan has ended', async () => {
    const { plan, host } = await planOf(['a', 'b', 'c', 'd'].map((key) => aFilePlanRow(key)));
    const results = [aResult('acme/a'), aResult('acme/b', 'failed'), aResult('acme/d', 'unknown')];
    host.tell({ kind: 'results', results }, null);
    await plan.start();
    expect(shown(plan)).toEqual([
      'acme',
      'needs: acme/b acme/d',
      'sent: acme/a',
      'left-out: acme/c',
    ]);
    expect(plan.sections.filter.kinds.map(({ value }) => value)).toEqual(['failed', 'unknown']);
  });

  it('move within their group and are sent in that order', async () => {
    const { plan, host } = await planOf(mixed);
    const last = plan.rows.find('acme/g');
    if (last === null) throw new Error('no row');
    plan.move(last, 1);
    plan.move(last, -1);
    expect(shown(plan)).toContain('sent: acme/g acme/a');
    host.tell(null);
    await plan.start();
    expect(host.calls).toContain('run acme/g acme/a');
  });
});

describe('the filter', () => {
  it('shows rows of a group or kind, and rows by name or id', async () => {
    const { plan } = await planOf(mixed);
    const { filter } = plan.sections;
    const keys = () => plan.sections.shown.map(({ key }) => key).join(' ');
    expect(filter.groups).toEqual([
      { value: 'needs', count: 2 },
      { value: 'sent', count: 2 },
      { value: 'left-out', count: 3 },
    ]);
    expect(filter.kinds).toContainEqual({ value: 'delete', count: 1 });
    filter.shows = 'delete';
    expect(keys()).toBe('acme/d');
    filter.shows = 'needs';
    expect(keys()).toBe('acme/c acme/f');
    filter.shows = 'all';
    filter.text = 'webhook A';
    expect(keys()).toBe('acme/a');
    filter.text = '41';
    expect(keys()).toBe('acme/g');
    // Rows without an id have no text of one.
    filter.text = 'null';
    expect(keys()).toBe('');
  });
});

it('an unreadable installation is shown with its problem and does not block the others', async () => {
  const { plan } = await planOf(
    [aFilePlanRow('a', { connectionId: 'stage' }), aFilePlanRow('b', { connectionId: 'prod' })],
    { order: ['prod', 'stage'], unread: ['gone'] },
  );
  expect(shown(plan)).toEqual(['prod', 'sent: prod/b', 'stage', 'sent: stage/a', 'gone']);
  expect(plan.sections.installations.map(({ problem }) => problem)).toEqual([null, null, offline]);
  expect(plan.phase).toBe('prepared');
});

describe('a reason that several rows share', () => {
  const keeps = sharedReasons.keepsSecrets;
  const loss = { field: 'payloadType' as const, message: 'The payload type is dropped.' };

  it('is shown once for their installation', async () => {
    const own = 'The id of this webhook changed.';
    const { plan } = await planOf([
      aFilePlanRow('a', { reasons: [keeps, own], losses: [loss] }),
      aFilePlanRow('b', { reasons: [keeps, own], losses: [loss] }),
      aFilePlanRow('c', { reasons: [sharedReasons.heldAlready], state: 'unchanged' }),
    ]);
    expect(plan.sections.notesOf('acme').notes).toEqual([
      { text: keeps, rows: 2 },
      { text: loss.message, rows: 2 },
    ]);
  });

  it('is the problem of the installation if all rows have it', async () => {
    const blocked = { state: 'blocked' as const, problem: offline, reasons: [offline.message] };
    const { plan } = await planOf([aFilePlanRow('a', blocked), aFilePlanRow('b', blocked)]);
    expect(plan.sections.installations[0]?.problem).toEqual(offline);
    const { plan: other } = await planOf([aFilePlanRow('a', blocked), aFilePlanRow('b')]);
    expect(other.sections.installations[0]?.problem).toBeNull();
  });

  it('is no problem of the installation if it is about single webhooks', async () => {
    const twice = plainProblem('refused', 'Id 5 is used twice.', 'Read the list again.');
    const blocked = { state: 'blocked' as const, problem: twice, reasons: [twice.message] };
    const { plan } = await planOf([aFilePlanRow('a', blocked), aFilePlanRow('b', blocked)]);
    expect(plan.sections.installations[0]?.problem).toBeNull();
  });
});
