import { afterEach, describe, expect, it, vi } from 'vitest';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { renameItem } from '#test-support/plan-items-fixture.ts';

let fixture: PlanFixture;
afterEach(async () => {
  vi.restoreAllMocks();
  await fixture.close();
});

/** A plan that renames every webhook of an installation. */
async function renameAll(seed: number) {
  fixture = await PlanFixture.open('B', { seed, milliseconds: 5_000 });
  const held = await fixture.held();
  const { connectionId } = fixture;
  return fixture.prepare(held.map((base, nth) => renameItem(connectionId, base, `New ${nth}`)));
}

describe('rows of one installation', () => {
  it('are read while others wait for the journal, and share a write of it', async () => {
    const plan = await renameAll(12);
    const allRead = Promise.withResolvers<null>();
    let reads = 0;
    fixture.hooks.read = () => {
      reads += 1;
      if (reads === 12) allRead.resolve(null);
    };
    const { journal } = fixture.ports;
    const write = journal.write.bind(journal);
    const begun: number[] = [];
    vi.spyOn(journal, 'write').mockImplementation(async (entries) => {
      const count = entries.filter(({ outcome }) => outcome === 'sent').length;
      if (count > 0) begun.push(count);
      await allRead.promise;
      await write(entries);
    });
    const { standing } = await fixture.run(plan, { atOnce: 3 });
    expect(standing.counts.done).toBe(12);
    expect(begun.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(begun.length).toBeLessThan(12);
    expect(fixture.mostAtOnce).toBe(3);
  });

  it('that are in the journal already are not sent after a failure, and are closed there', async () => {
    const plan = await renameAll(6);
    await fixture.faults({ kind: '401', next: 1, only: 'writes' });
    const { standing } = await fixture.run(plan, { atOnce: 1, onFailure: 'stop' });
    expect(standing).toMatchObject({ status: 'stopped', left: 6 });
    expect(standing.counts).toMatchObject({ failed: 1, 'not-attempted': 5 });
    expect(fixture.writes).toHaveLength(1);

    const entries = await fixture.core.journal.all({ planId: plan.planId });
    expect(entries.map(({ outcome }) => outcome)).toEqual(entries.map(() => 'failed'));
    const codes = entries.map(({ problem }) => problem?.code);
    expect(codes.filter((code) => code === 'unauthorized')).toHaveLength(1);
    expect(codes.filter((code) => code === 'aborted')).toHaveLength(entries.length - 1);
    expect(entries.length).toBeGreaterThan(1);

    await fixture.core.plans.resume(plan.planId);
    const resumed = await fixture.ended(plan.planId);
    expect(resumed.standing.counts.done).toBe(6);
    expect(fixture.writes).toHaveLength(7);
  });
});
