import { expect, it } from 'vitest';
import type { PlanRowView } from '#contract/plans.ts';
import { aResult, aRow, aPlanState } from './testing/a-plan.ts';
import { FakePlanDrafts, FakePlanApi } from './testing/plan-api.fake.ts';
import type { Plan } from './plan.svelte.ts';
import { Plans } from './plans.svelte.ts';

function plansOn(host: FakePlanApi, paused: readonly number[] = []) {
  const over: Plan[] = [];
  const pauses = {
    isEndedBy: ({ webhookId, enables }: Pick<PlanRowView, 'webhookId' | 'enables'>) =>
      enables && webhookId !== null && paused.includes(webhookId),
  };
  const plans = new Plans(host.api, new FakePlanDrafts(), pauses, (plan) => over.push(plan));
  return { plans, over };
}
const interrupted = aPlanState({ status: 'interrupted', left: 1 });

it('a run continues after its plan is closed and stays listed as running', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a')];
  const { plans, over } = plansOn(host);
  const plan = plans.prepare({ kind: 'drafts', draftIds: ['acme/a'] });
  await expect.poll(() => plan.phase).toBe('prepared');
  const run = plans.run(plan);
  plans.close();
  expect(plans.current).toBeNull();
  expect(plans.running).toEqual([plan]);
  host.unfinished = [aPlanState({ left: 1 })];
  await plans.loadUnfinished();
  expect(plans.interrupted).toEqual([]);
  host.unfinished = [];
  host.tell({ kind: 'results', results: [aResult('a')] }, null);
  await run;
  expect(plans.running).toEqual([]);
  expect(over).toEqual([plan]);
});

it('an interrupted plan is listed and resumed', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a')];
  host.unfinished = [interrupted];
  const { plans, over } = plansOn(host);
  await plans.loadUnfinished();
  expect(plans.interrupted).toEqual([interrupted]);
  host.tell({ kind: 'results', results: [] }, null);
  const { plan, known } = plans.show(interrupted);
  await known;
  const resumed = plans.resume(plan);
  await expect.poll(() => host.calls).toContain('resume');
  host.unfinished = [];
  host.tell({ kind: 'results', results: [aResult('a')] }, null);
  await resumed;
  expect(plans.current?.run.counts.done).toBe(1);
  expect(plans.interrupted).toEqual([]);
  expect(over).toEqual([plans.current]);
});

it('a new window follows a plan that the host still runs', async () => {
  const host = new FakePlanApi();
  host.rows = [aRow('a')];
  host.unfinished = [aPlanState()];
  const { plans, over } = plansOn(host);
  await plans.loadUnfinished();
  await plans.loadUnfinished();
  expect(plans.running).toHaveLength(1);
  expect(plans.interrupted).toEqual([]);
  host.unfinished = [];
  host.tell({ kind: 'results', results: [aResult('a')] }, null);
  await expect.poll(() => over.length).toBe(1);
  expect(plans.running).toEqual([]);
});

it('a dismissed plan is not offered again', async () => {
  const host = new FakePlanApi();
  host.unfinished = [interrupted];
  const { plans } = plansOn(host);
  await plans.loadUnfinished();
  await plans.dismiss('plan');
  expect(plans.interrupted).toEqual([]);
  expect(host.calls).toContain('dismiss plan');
});

it('resuming pauses runs at once only if no webhook needs the person', async () => {
  const started = async (...rows: PlanRowView[]): Promise<boolean> => {
    const host = new FakePlanApi();
    host.rows = rows;
    const { plans } = plansOn(host);
    host.tell({ kind: 'results', results: [aResult('a')] }, null);
    await plans.resumePauses({ kind: 'resume', pauseIds: ['p1'] });
    expect(plans.current?.source?.kind).toBe('resume');
    return host.calls.some((call) => call.startsWith('run'));
  };
  expect(await started(aRow('a'))).toBe(true);
  expect(await started(aRow('a'), aRow('b', { state: 'unchanged' }))).toBe(true);
  expect(await started(aRow('a'), aRow('b', { state: 'blocked' }))).toBe(false);
  expect(await started(aRow('a', { state: 'unchanged' }))).toBe(false);
  expect(await started()).toBe(false);
});

it('an undo runs at once only if it restores the version before an update', async () => {
  const restores = ['Restores the version before the update.'];
  const started = async (changes: Partial<PlanRowView>): Promise<boolean> => {
    const host = new FakePlanApi();
    host.rows = [aRow('a', { draftId: null, undoes: 'e-1', reasons: restores, ...changes })];
    host.tell({ kind: 'results', results: [aResult('a')] }, null);
    const { plans } = plansOn(host, [7]);
    await plans.undo('e-1');
    return host.calls.some((call) => call.startsWith('run '));
  };
  expect(await started({})).toBe(true);
  expect(await started({ action: 'delete' })).toBe(false);
  expect(await started({ state: 'conflict' })).toBe(false);
  expect(await started({ reasons: [...restores, 'Later changes stay: name.'] })).toBe(false);
  expect(await started({ webhookId: 8, enables: true })).toBe(true);
  expect(await started({ webhookId: 7, enables: true })).toBe(false);
});
