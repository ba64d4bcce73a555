import { expect, it } from 'vitest';
import type { PreparedPlan } from '../../preparing/prepared-plan.ts';
import { PreparedPlans } from './plans.ts';

/** A plan with a size and a place, and nothing else. */
function planOf(id: string, size: number, isOnThread: boolean): PreparedPlan {
  const plan = { id, size, proposal: { rows: isOnThread ? null : [] } };
  return { ...plan, forget: () => Promise.resolve() } as unknown as PreparedPlan;
}

it.each([
  ['8 small ones on the thread, as commands make', true, 10, 8],
  ['3 large ones on the thread', true, 10_000, 3],
  ['20 small ones in the host', false, 10, 20],
  ['15 large ones in the host', false, 10_000, 15],
  ['the last one at any size', false, 200_000, 1],
])('retains %s', async (_case, isOnThread, size, kept) => {
  const plans = new PreparedPlans();
  const ids = Array.from({ length: 30 }, (_, index) => String(index));
  for (const id of ids) await plans.add(planOf(id, size, isOnThread));
  expect(ids.filter((id) => plans.get(id) !== undefined)).toEqual(ids.slice(-kept));
});
