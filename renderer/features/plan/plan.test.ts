import { describe, expect, it } from 'vitest';
import type { PlanSource } from '#contract/plans.ts';
import { plainProblem } from '#domain/problem.ts';
import { aResult, aRow, aPlanState } from './testing/a-plan.ts';
import { FakePlanDrafts, FakePlanApi } from './testing/plan-api.fake.ts';
import { Plan } from './plan.svelte.ts';

const source: PlanSource = { kind: 'drafts', draftIds: ['acme/a', 'acme/b', 'acme/c'] };
const refused = plainProblem('vault-locked', 'The vault is locked.', 'Unlock it.');

/** Prepares a plan with these rows. */
async function planOf(...rows: ReturnType<typeof aRow>[]) {
  const host = new FakePlanApi();
  host.rows = rows;
  const drafts = new FakePlanDrafts();
  const plan = new Plan(host.api, drafts, { source });
  await plan.prepare();
  return { host, drafts, plan };
}
function rowOf({ rows }: Plan, key: string) {
  const row = rows.find(key);
  if (row === null) throw new Error(`no row ${key}`);
  return row;
}
const keysOf = (rows: readonly { key: string }[]): string => rows.map(({ key }) => key).join(' ');

describe('preparing', () => {
  it('ticks only rows that can be sent', async () => {
    const { plan } = await planOf(
      aRow('a'),
      aRow('b', { state: 'conflict' }),
      aRow('c', { state: 'unchanged' }),
      aRow('d', { state: 'blocked' }),
    );
    // The shown row is the first one that needs input.
    expect(plan).toMatchObject({ phase: 'prepared', planId: 'plan', shownKey: 'b' });
    expect(keysOf(plan.rows.chosen)).toBe('a');
    plan.rows.ticks.set(plan.rows.all, true);
    expect(keysOf(plan.rows.chosen)).toBe('a');
  });

  it('again adds resolved rows and leaves out unticked rows and missing drafts', async () => {
    const { plan, host, drafts } = await planOf(
      aRow('a'),
      aRow('b', { state: 'conflict' }),
      aRow('c'),
    );
    plan.rows.ticks.toggle(rowOf(plan, 'a'));
    plan.shownKey = 'b';
    drafts.gone.add('acme/c');
    host.rows = [aRow('1', { draftId: 'acme/a' }), aRow('2', { draftId: 'acme/b' })];
    await plan.prepare();
    expect(host.calls.slice(-2)).toEqual(['prepare acme/a acme/b after plan', 'forget plan']);
    expect(keysOf(plan.rows.chosen)).toBe('2');
    expect(plan.shownKey).toBe('2');
  });

  it('groups rows by installation, in the order of the installations', async () => {
    const host = new FakePlanApi();
    host.rows = [
      aRow('a', { connectionId: 'stage' }),
      aRow('b', { connectionId: 'gone' }),
      aRow('c', { connectionId: 'prod' }),
      aRow('d', { connectionId: 'stage' }),
    ];
    const order = () => ['prod', 'stage'];
    const plan = new Plan(host.api, new FakePlanDrafts(), { source, order });
    await plan.prepare();
    expect(keysOf(plan.rows.all)).toBe('c a d b');
    expect(plan.shownKey).toBe('c');
  });

  it('reports a failure and can be retried', async () => {
    const host = new FakePlanApi();
    host.rows = [aRow('a')];
    host.refusal = refused;
    const plan = new Plan(host.api, new FakePlanDrafts(), { source });
    await plan.prepare();
    expect(plan).toMatchObject({ phase: 'failed', problem: refused });
    await plan.prepare();
    expect(plan).toMatchObject({ phase: 'prepared', problem: null });
  });

  it('marks a row as outdated if its draft changed since', async () => {
    const { plan, drafts } = await planOf(aRow('a'), aRow('b'));
    expect(plan.outdated).toEqual([]);
    drafts.changed.add('acme/b');
    await plan.prepare();
    expect(keysOf(plan.outdated)).toBe('b');
  });
});

it('rows move only within their installation and are sent in that order', async () => {
  const { plan, host } = await planOf(
    aRow('a'),
    aRow('x', { connectionId: 'globex' }),
    aRow('b'),
    aRow('c'),
  );
  plan.move(rowOf(plan, 'c'), -1);
  plan.move(rowOf(plan, 'c'), -1);
  plan.move(rowOf(plan, 'c'), -1);
  expect(keysOf(plan.rows.all)).toBe('c a b x');
  plan.move(rowOf(plan, 'x'), 1);
  expect(keysOf(plan.rows.all)).toBe('c a b x');
  void plan.start();
  await expect.poll(() => host.calls).toContain('run c a b x');
});

describe('the row to try first', () => {
  it('is the opened row in sight, or the first selected row in sight', async () => {
    const { plan } = await planOf(aRow('a'), aRow('b'), aRow('c'), aRow('d'));
    expect(plan.tried).toBeNull();
    for (const key of ['b', 'c', 'd']) plan.rows.inSight.add(key);
    // The first row is opened, but it is scrolled away.
    expect(plan).toMatchObject({ shownKey: 'a', tried: { key: 'b' } });
    plan.shownKey = 'c';
    expect(plan.tried?.key).toBe('c');
    plan.rows.ticks.toggle(rowOf(plan, 'c'));
    expect(plan.tried?.key).toBe('b');
  });

  it('is none while no selected row passes the filter', async () => {
    const { plan } = await planOf(aRow('a'), aRow('b'));
    plan.rows.inSight.add('a');
    plan.sections.filter.text = 'no such name';
    expect(plan.tried).toBeNull();
  });
});

describe('running', () => {
  it('counts outcomes as they arrive', async () => {
    const { plan, host } = await planOf(aRow('a'), aRow('b'), aRow('c'));
    const run = plan.start();
    expect(plan.phase).toBe('running');
    host.tell({ kind: 'results', results: [] });
    host.tell({ kind: 'results', results: [aResult('a')] });
    await expect.poll(() => plan.run.settled).toBe(1);
    host.tell({
      kind: 'results',
      results: [aResult('b', 'unknown'), aResult('c', 'not-attempted')],
    });
    host.tell({ kind: 'state', planState: aPlanState({ status: 'stopped', left: 2 }) }, null);
    await run;
    expect(plan).toMatchObject({ phase: 'over', left: 2, run: { total: 3, settled: 2 } });
    expect(plan.run.counts).toMatchObject({ done: 1, unknown: 1, 'not-attempted': 1 });
  });

  it('replaces cancelled outcomes after a resume', async () => {
    const { plan, host } = await planOf(aRow('a'), aRow('b'));
    const run = plan.start();
    host.tell({ kind: 'results', results: [aResult('a'), aResult('b', 'cancelled')] });
    host.tell({ kind: 'state', planState: aPlanState({ status: 'cancelled', left: 1 }) }, null);
    await run;
    const resumed = plan.resume();
    host.tell(
      { kind: 'results', results: [aResult('a')] },
      { kind: 'results', results: [aResult('b')] },
    );
    host.tell({ kind: 'state', planState: aPlanState({ status: 'ended', left: 0 }) }, null);
    await resumed;
    expect(host.calls).toContain('resume');
    expect(plan).toMatchObject({ phase: 'over', left: 0 });
    expect(plan.run.counts).toMatchObject({ done: 2, cancelled: 0 });
  });

  it('leaves the plan prepared if the host refuses the run', async () => {
    const { plan, host } = await planOf(aRow('a'));
    host.refusal = refused;
    await plan.start();
    expect(plan).toMatchObject({ phase: 'prepared', problem: refused });
    expect(host.calls).not.toContain('watch plan');
  });

  it('sends nothing without ticked rows', async () => {
    const { plan, host } = await planOf(aRow('a'));
    plan.rows.ticks.set(plan.rows.all, false);
    await plan.start();
    expect(host.calls).toEqual(['prepare acme/a acme/b acme/c']);
  });

  it('pauses webhooks that another pause disabled, though nothing is sent', async () => {
    const host = new FakePlanApi();
    host.rows = [aRow('a', { state: 'unchanged' }), aRow('b', { state: 'blocked' })];
    const terms = { until: null, reason: '', zone: 'UTC', resumesItself: false };
    const pause: PlanSource = { kind: 'pause', selection: [], ...terms };
    const plan = new Plan(host.api, new FakePlanDrafts(), { source: pause });
    await plan.prepare();
    expect(keysOf(plan.named)).toBe('a');
    host.tell({ kind: 'results', results: [aResult('a')] }, null);
    await plan.start();
    expect(host.calls).toContain('run a');
    host.rows = [aRow('a', { state: 'unchanged' }), aRow('b')];
    const part = new Plan(host.api, new FakePlanDrafts(), { source: pause });
    await part.prepare();
    expect(keysOf(part.named)).toBe('b');
  });
});

describe('after the end', () => {
  it('the rows that could not be sent are left out', async () => {
    const readOnly = plainProblem('read-only', 'The installation is read-only.', 'Allow changes.');
    const { plan, host } = await planOf(
      aRow('a'),
      aRow('b', { state: 'conflict' }),
      aRow('c', { state: 'unchanged' }),
      aRow('d', { state: 'blocked', problem: readOnly }),
      aRow('e'),
    );
    plan.rows.ticks.toggle(rowOf(plan, 'e'));
    expect(plan.leftOut).toEqual([]);
    host.tell({ kind: 'results', results: [aResult('a')] }, null);
    await plan.start();
    expect(keysOf(plan.leftOut)).toBe('b');
  });

  it('outcomes that are found later reach the plan, until it closes', async () => {
    const { plan, host } = await planOf(aRow('a'), aRow('b'));
    const run = plan.start();
    host.tell({ kind: 'results', results: [aResult('a', 'unknown'), aResult('b', 'unknown')] });
    host.tell({ kind: 'state', planState: aPlanState({ status: 'ended', left: 0 }) }, null);
    await run;
    expect(plan).toMatchObject({ phase: 'over', left: 0 });
    host.find({ kind: 'results', results: [aResult('a'), aResult('b', 'failed')] });
    host.find({ kind: 'state', planState: aPlanState({ status: 'ended', left: 1 }) });
    await expect.poll(() => plan.left).toBe(1);
    expect(plan.run.counts).toMatchObject({ done: 1, failed: 1, unknown: 0 });
    plan.stop();
    host.find({ kind: 'results', results: [aResult('b')] });
    host.find({ kind: 'state', planState: aPlanState({ status: 'ended', left: 0 }) });
    await Promise.resolve();
    expect(plan.left).toBe(1);
  });
});

describe('an unfinished plan', () => {
  it('shows its results and resumes the remaining rows', async () => {
    const host = new FakePlanApi();
    host.rows = [aRow('a'), aRow('b')];
    const plan = new Plan(host.api, new FakePlanDrafts(), { source: null });
    const planState = aPlanState({ status: 'interrupted', left: 1 });
    host.tell({ kind: 'results', results: [aResult('a')] }, null);
    await plan.follow(planState);
    expect(plan).toMatchObject({ phase: 'over', left: 1, run: { settled: 1 }, planId: 'plan' });
    const resumed = plan.resume();
    host.tell(
      { kind: 'results', results: [aResult('a')] },
      { kind: 'results', results: [aResult('b')] },
    );
    host.tell(null);
    await resumed;
    expect(plan).toMatchObject({ phase: 'over', run: { settled: 2 } });
  });

  it('is followed to its end while it runs', async () => {
    const host = new FakePlanApi();
    host.rows = [aRow('a')];
    const plan = new Plan(host.api, new FakePlanDrafts(), { source: null });
    const following = plan.follow(aPlanState());
    expect(plan.phase).toBe('running');
    await plan.cancel();
    expect(plan.run.cancelling).toBe(true);
    host.tell({ kind: 'results', results: [aResult('a')] }, null);
    await following;
    expect(plan.phase).toBe('over');
    expect(host.calls).toContain('cancel');
  });
});

describe('the rows of a plan that is followed', () => {
  it('are unknown until they were read, also after a failure, and can be read again', async () => {
    const host = new FakePlanApi();
    host.rows = [aRow('a')];
    const plan = new Plan(host.api, new FakePlanDrafts(), { source: null });
    const planState = aPlanState({ status: 'ended' });
    host.refusal = refused;
    await plan.follow(planState);
    expect(plan).toMatchObject({ phase: 'over', hasRows: false, problem: refused });
    host.tell(null);
    await plan.follow(planState);
    expect(plan).toMatchObject({ hasRows: true, problem: null });
    expect(plan.rows.all).toHaveLength(1);
  });
});

it('is busy until the last of two overlapping answers was applied', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a', { state: 'undecided' }), aRow('b', { state: 'undecided' })];
  const gates = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const { api } = host;
  let asked = 0;
  const answer: typeof api.answer = async (input, options) => {
    const gate = gates[asked];
    asked += 1;
    await gate?.promise;
    return api.answer(input, options);
  };
  const plan = new Plan({ ...api, answer }, new FakePlanDrafts(), { source });
  await plan.prepare();
  const answers = plan.rows.all.map((row) => plan.answer([row], { method: 'PUT' }));
  gates[0]?.resolve(null);
  await answers[0];
  expect(plan.busy).toBe(true);
  gates[1]?.resolve(null);
  await answers[1];
  expect(plan.busy).toBe(false);
});

describe('the report', () => {
  it('is requested from the host', async () => {
    const { plan, host } = await planOf(aRow('a'));
    expect(await plan.report('json')).toEqual({ fileName: 'plan.json', text: 'Done' });
    expect(host.calls.at(-1)).toBe('report json');
  });

  it('is null with a problem if the host refuses it', async () => {
    const { plan, host } = await planOf(aRow('a'));
    host.refusal = refused;
    expect(await plan.report('text')).toBeNull();
    expect(plan.problem).toEqual(refused);
  });
});
