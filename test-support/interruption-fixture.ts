import fc from 'fast-check';
import { expect } from 'vitest';
import type { RunOptions } from '#domain/publishing/plan.ts';
import type { PlanFixture } from './plan-fixture.ts';

const ways = ['cancel', 'end', 'reset-before', 'reset-after', '500', 'gone'] as const;

/** How a run is stopped, and at which of its writes. */
export interface Interruption {
  readonly at: number;
  readonly how: (typeof ways)[number];
}

export const interruptions = (
  lastWrite: number,
  hows: readonly Interruption['how'][] = ways,
): fc.Arbitrary<Interruption[]> =>
  fc.array(
    fc.record({ at: fc.integer({ min: 1, max: lastWrite }), how: fc.constantFrom(...hows) }),
    { minLength: 1, maxLength: 3 },
  );

/** Runs all rows of a plan, stops the run as described, and resumes it until all rows are done. */
export async function runInterrupted(
  fixture: PlanFixture,
  { planId, rows }: { readonly planId: string; readonly rows: readonly { readonly key: string }[] },
  interrupting: readonly Interruption[],
  options: RunOptions,
  first: string | null = null,
): Promise<void> {
  const { plans } = fixture.core;
  const keys = rows.map(({ key }) => key);
  for (const [turn, each] of interrupting.entries()) {
    interrupt(fixture, each, planId);
    if (turn === 0) await plans.run(planId, keys, options, first);
    else if ((await fixture.core.plans.runs.unfinished()).length === 0) break;
    else await fixture.core.plans.runs.resume(planId);
    await fixture.ended(planId);
    fixture.hooks.before = () => undefined;
    await fixture.faults();
    if (each.how === 'end' || turn % 2 === 1) await fixture.restart();
    await fixture.passFinish();
  }
  for (let turn = 0; (await fixture.core.plans.runs.unfinished()).length > 0; turn += 1) {
    expect(turn).toBeLessThan(2);
    await fixture.core.plans.runs.resume(planId);
    await fixture.ended(planId);
  }
  const entries = await fixture.core.journal.all({ planId });
  for (const key of keys) {
    const done = entries.filter(({ rowKey, outcome }) => rowKey === key && outcome === 'done');
    expect(done, key).toHaveLength(1);
  }
}

/** Stops the current run as `how` says, when write number `at` starts. */
function interrupt(fixture: PlanFixture, { at, how }: Interruption, planId: string): void {
  let count = 0;
  fixture.hooks.before = async () => {
    count += 1;
    if (count !== at) return;
    if (how === 'cancel') fixture.core.plans.runs.cancel(planId);
    else if (how === 'end') void fixture.core.plans.runs.close();
    else if (how === 'gone') await fixture.faults({ kind: 'reset-before' });
    else await fixture.faults({ kind: how, next: 2, only: 'writes' });
  };
}
