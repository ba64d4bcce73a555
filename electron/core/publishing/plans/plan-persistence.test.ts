import { expect, it, onTestFinished, vi } from 'vitest';
import { plainProblem } from '#domain/problem.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { FakePlanStore } from '#test-support/plan-store.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import type { StoredPlan } from '../../store-ports.ts';
import { PlanPersistence } from './plan-persistence.ts';

const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');

const running: StoredPlan = {
  id: 'plan-1',
  title: '2 drafts',
  startedAt: new Date('2030-01-02T03:04:05Z'),
  rows: [],
  options: { atOnce: 4, onFailure: 'stop' },
  results: [],
  status: 'running',
};
const stopped: StoredPlan = { ...running, status: 'stopped' };

function started() {
  const vault = new FakeVault();
  const clock = new FakeClock();
  const plans = new FakePlanStore();
  const persistence = new PlanPersistence({ ...fakePorts(), vault, clock, plans });
  onTestFinished(() => persistence.close());
  return { vault, clock, plans, persistence };
}

it('writes a plan before the run starts, or reports that nothing was sent', async () => {
  const { plans, persistence } = started();
  plans.problem = full;
  await expect(persistence.begin(running)).rejects.toMatchObject({
    problem: {
      code: 'storage-failed',
      message: expect.stringContaining('Nothing was sent') as string,
    },
  });
  plans.problem = null;
  expect(await persistence.all()).toEqual([]);
  await persistence.begin(running);
  expect([...plans.held.values()]).toEqual([running]);
});

it('knows the end of a plan when the write fails, and retries the write', async () => {
  const { clock, plans, persistence } = started();
  await persistence.begin(running);
  plans.problem = full;
  await persistence.end(stopped);
  expect(plans.held.get('plan-1')).toEqual(running);
  plans.problem = null;
  clock.move(500);
  await vi.waitFor(() => {
    expect(plans.held.get('plan-1')).toEqual(stopped);
  });
});

it('deletes a plan behind a locked vault', async () => {
  const { vault, plans, persistence } = started();
  await persistence.begin(running);
  vault.turn('locked');
  await persistence.end(stopped);
  await persistence.remove('plan-1');
  expect(plans.held.size).toBe(0);
  vault.turn('ready');
  await persistence.close();
  expect(plans.held.size).toBe(0);
});

it('keeps plans in memory with a vault in memory, and writes them once the vault is on disk', async () => {
  const { vault, plans, persistence } = started();
  vault.turn('memory');
  await persistence.begin(running);
  expect([plans.held.size, await persistence.all()]).toEqual([0, [running]]);
  vault.turn('ready');
  await vi.waitFor(() => {
    expect([...plans.held.values()]).toEqual([running]);
  });
});
