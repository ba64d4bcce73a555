// @module-tag slow
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PlanRow, type RowResult } from '#domain/publishing/plan.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { interruptions, runInterrupted } from '#test-support/interruption-fixture.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, deleteItem, renameItem } from '#test-support/plan-items-fixture.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

/** Rows of all kinds for an installation with eight webhooks. Some creates are equal. */
async function prepared() {
  const held = await fixture.held();
  const { connectionId } = fixture;
  const [a, b, c, ...others] = held;
  if (a === undefined || b === undefined || c === undefined)
    throw new Error('There is too little.');
  return fixture.prepare([
    createItem(connectionId, 'New'),
    renameItem(connectionId, a, 'Renamed 1'),
    { ...createItem(connectionId, 'Twin'), key: 'twin 1' },
    deleteItem(connectionId, b),
    { ...createItem(connectionId, 'Twin'), key: 'twin 2' },
    ...others.slice(0, 3).map((base, nth) => renameItem(connectionId, base, `Other ${nth}`)),
    { ...createItem(connectionId, 'Twin'), key: 'twin 3' },
    deleteItem(connectionId, c),
  ]);
}
const names = async (): Promise<string[]> => (await fixture.held()).map(({ name }) => name).sort();

describe('a plan that is interrupted', () => {
  it('ends, once resumed, as without the interruption', async () => {
    fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
    await fixture.run(await prepared());
    const meant = await names();
    await fixture.close();

    const run = fc.asyncProperty(
      interruptions(12),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom('stop' as const, 'go-on' as const),
      async (interrupting, atOnce, onFailure) => {
        fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
        const plan = await prepared();
        await runInterrupted(fixture, plan, interrupting, { atOnce, onFailure });
        expect(await names()).toEqual(meant);
        await fixture.close();
      },
    );
    await fc.assert(run, { seed: 6, numRuns: 20, endOnFailure: true });
  }, 60_000);

  it('lists the rows that did not start when it is cancelled, and sends no more', async () => {
    fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
    const plan = await prepared();
    fixture.hooks.before = () => {
      fixture.core.plans.runs.cancel(plan.planId);
    };
    const { results, planState } = await fixture.run(plan, { atOnce: 1 });
    expect(planState).toMatchObject({ status: 'cancelled', left: 9 });
    const outcomes = plan.rows.map(({ key }) => results.get(key)?.outcome);
    expect(outcomes).toEqual(['done', ...Array.from({ length: 9 }, () => 'cancelled')]);
    expect(fixture.writes).toHaveLength(1);
  });

  it('stops at the first failure or continues, as chosen', async () => {
    fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
    const plan = await prepared();
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    const stopped = await fixture.run(plan, { atOnce: 1, onFailure: 'stop' });
    expect(stopped.planState).toMatchObject({ status: 'stopped', left: 10 });
    expect(stopped.planState.counts).toMatchObject({ failed: 1, 'not-attempted': 9 });

    const other = await prepared();
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    const went = await fixture.run(other, { atOnce: 1, onFailure: 'go-on' });
    expect(went.planState).toMatchObject({ status: 'ended', left: 1 });
    expect(went.planState.counts).toMatchObject({ failed: 1, done: 9 });
    await fixture.core.plans.runs.dismiss(other.planId);
    expect((await fixture.core.plans.runs.unfinished()).map(({ planId }) => planId)).toEqual([
      plan.planId,
    ]);
  });

  it('sends one failed row alone when that is chosen, and pauses', async () => {
    fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
    const plan = await prepared();
    const { runs } = fixture.core.plans;
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    const stopped = await fixture.run(plan, { atOnce: 1, onFailure: 'stop' });
    const [first] = [...stopped.results.values()].filter(({ outcome }) => outcome === 'failed');
    await runs.resume(plan.planId, { first: first?.key ?? '' });
    const tried = await fixture.ended(plan.planId);
    expect(tried.planState).toMatchObject({ status: 'paused', left: 9, counts: { done: 1 } });
    expect(tried.results.get(first?.key ?? '')?.outcome).toBe('done');
    await expect(runs.resume(plan.planId, { first: first?.key ?? '' })).rejects.toThrow(
      'This row is not in the plan.',
    );
    await runs.resume(plan.planId);
    expect((await fixture.ended(plan.planId)).planState.counts.done).toBe(10);
  });

  it('that two windows resume at once sends each row once', async () => {
    fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
    const plan = await prepared();
    const { runs } = fixture.core.plans;
    fixture.hooks.before = () => {
      runs.cancel(plan.planId);
    };
    await fixture.run(plan, { atOnce: 1 });
    fixture.hooks.before = () => undefined;
    const [, second] = await Promise.allSettled([
      runs.resume(plan.planId),
      runs.resume(plan.planId),
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: { problem: { code: 'refused' } } });
    const { planState } = await fixture.ended(plan.planId);
    expect(planState).toMatchObject({ left: 0, counts: { done: 10 } });
    expect(fixture.writes).toHaveLength(10);
  });

  it('tells which requests are out, until they have results', async () => {
    fixture = await PlanFixture.open('B', { seed: 2, milliseconds: 5_000 });
    const [a, b] = await fixture.held();
    if (a === undefined || b === undefined) throw new Error('There is too little.');
    const plan = await fixture.prepare([
      renameItem(fixture.connectionId, a, 'One'),
      renameItem(fixture.connectionId, b, 'Two'),
    ]);
    await fixture.faults({ kind: 'latency', milliseconds: 300, only: 'writes' });
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 1, onFailure: 'stop' });
    const told: string[] = [];
    for await (const event of fixture.core.plans.runs.watch(plan.planId)) {
      if (event.kind === 'begun') told.push(...event.rows.map((key) => `sent ${key}`));
      if (event.kind === 'results') told.push(...event.results.map(({ key }) => `result ${key}`));
    }
    expect(told).toEqual(keys.flatMap((key) => [`sent ${key}`, `result ${key}`]));
  });

  it('begins on production only after the others succeeded, if it stops at a failure', async () => {
    fixture = await PlanFixture.open('B', { seed: 0 });
    const { connectionId: staging } = fixture;
    await fixture.makeStaging();
    const plan = await fixture.prepare([
      createItem(await fixture.connect('production'), 'Production'),
      createItem(staging, 'Staging 1'),
      createItem(staging, 'Staging 2'),
    ]);
    const outcomes = (results: ReadonlyMap<string, RowResult>) =>
      Object.fromEntries(plan.rows.map(({ key, name }) => [name, results.get(key)?.outcome]));
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    const stopped = await fixture.run(plan, { atOnce: 1, onFailure: 'stop' });
    expect(outcomes(stopped.results)).toEqual({
      Production: 'not-attempted',
      'Staging 1': 'failed',
      'Staging 2': 'not-attempted',
    });
    await fixture.core.plans.runs.resume(plan.planId);
    const { planState } = await fixture.ended(plan.planId);
    expect(planState.counts.done).toBe(3);
    expect(fixture.writes.at(-1)?.body).toContain('Production');
  });

  it('continues after a failure if that is chosen when it is resumed', async () => {
    fixture = await PlanFixture.open('B', { seed: 8, milliseconds: 5_000 });
    const plan = await prepared();
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    await fixture.run(plan, { atOnce: 1, onFailure: 'stop' });
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    await fixture.core.plans.runs.resume(plan.planId, { onFailure: 'go-on' });
    const { planState } = await fixture.ended(plan.planId);
    expect(planState).toMatchObject({ status: 'ended', left: 1 });
    expect(planState.counts).toMatchObject({ failed: 1, done: 9 });
  });

  it('resumes also when its stored rows have a state, and lack later fields', async () => {
    fixture = await PlanFixture.open('B', { seed: 2, milliseconds: 5_000 });
    const { connectionId } = fixture;
    const stored = (await fixture.held()).map((live, index) => ({
      key: `old ${index}`,
      connectionId,
      action: 'update',
      base: live,
      definition: { ...definitionOf(live), name: `Renamed ${index}` },
      draftId: null,
      draftRevision: null,
      undoes: null,
      state: 'ready',
      reasons: [],
      live,
      problem: null,
    }));
    fixture.ports.plans.held.set('old', {
      id: 'old',
      title: 'Publish 2 changes',
      startedAt: new Date(1),
      rows: stored.map((row) => PlanRow.parse(row)),
      options: { atOnce: 1, onFailure: 'stop' },
      results: [],
      status: 'running',
    });
    expect(await fixture.core.plans.runs.unfinished()).toMatchObject([
      { planId: 'old', status: 'interrupted', left: 2 },
    ]);
    await fixture.core.plans.runs.resume('old');
    expect((await fixture.ended('old')).planState.counts).toMatchObject({ done: 2 });
    expect(await names()).toEqual(['Renamed 0', 'Renamed 1']);
  });

  it('lists an installation once before its creates and once after', async () => {
    fixture = await PlanFixture.open('B', { seed: 2, milliseconds: 5_000 });
    const items = Array.from({ length: 30 }, (_, nth) =>
      createItem(fixture.connectionId, `New ${nth}`),
    );
    const plan = await fixture.prepare(items);
    const lists = fixture.countLists();
    const { planState } = await fixture.run(plan, { atOnce: 8 });
    expect(planState.counts.done).toBe(30);
    expect(lists()).toBe(2);
  });
});
