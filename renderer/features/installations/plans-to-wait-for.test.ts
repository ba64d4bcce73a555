import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlanState } from '#contract/plans.ts';
import { FakePlanApi } from '../plan/testing/plan-api.fake.ts';
import { awaitedPlanLabel } from './installation-labels.ts';
import { PlansToWaitFor } from './plans-to-wait-for.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const planState = (done: number): PlanState => ({
  planId: 'p',
  title: 'Publish 300 changes',
  startedAt: new Date(0),
  status: 'running',
  counts: {
    done,
    unchanged: 0,
    differs: 0,
    failed: 0,
    unknown: 0,
    'not-attempted': 0,
    cancelled: 0,
  },
  total: 300,
  left: 0,
  connectionNames: ['acme'],
});
const words = ({ running }: PlansToWaitFor): string[] => running.map(awaitedPlanLabel);

it('a plan is followed to its end, and cancelled on request', async () => {
  const host = new FakePlanApi();
  const ended = vi.fn();
  const plans = new PlansToWaitFor(host.api, ended);
  const plan = { planId: 'p', title: 'Publish 300 changes' };
  plans.follow([plan]);
  plans.follow([plan]);
  expect(words(plans)).toEqual(['Wait until the plan ends, or stop it.']);
  host.tell({ kind: 'state', planState: planState(35) });
  await vi.advanceTimersByTimeAsync(0);
  expect(plans.running[0]?.far).toEqual({ done: 35, total: 300 });
  await plans.stop('p');
  expect(words(plans)[0]).toContain('waiting for the results of sent requests');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(words(plans)[0]).toContain('has no response yet');
  host.tell(null);
  await vi.advanceTimersByTimeAsync(0);
  expect([plans.running, ended.mock.calls.length]).toEqual([[], 1]);
  expect(host.calls).toEqual(['watch p', 'cancel']);
});

it('a closed dialog waits for no plan', async () => {
  const host = new FakePlanApi();
  const ended = vi.fn();
  const plans = new PlansToWaitFor(host.api, ended);
  plans.follow([{ planId: 'p', title: 'Publish 300 changes' }]);
  await vi.advanceTimersByTimeAsync(0);
  plans.leave();
  host.tell(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).not.toHaveBeenCalled();
});
