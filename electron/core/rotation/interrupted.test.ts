import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { PlanFixture } from '#test-support/plan-fixture.ts';

const old = 'canary-old-7d1f93ab';
const next = 'canary-new-5e0c44ef';

let fixture: PlanFixture;
afterEach(() => fixture.close());

const interruption = fc.record({
  at: fc.integer({ min: 1, max: 8 }),
  how: fc.constantFrom('cancel', 'end', 'reset-before', 'reset-after', '500'),
});
type Interruption = typeof interruption extends fc.Arbitrary<infer Value> ? Value : never;

const stored = Array.from({ length: 7 }, (_, nth) => ({
  name: `Holder ${nth}`,
  url: `https://a.example/${nth % 2 === 0 ? old : 'other'}`,
  method: 'POST',
  payload_type: 'ALERT' as const,
  http_headers: [{ http_header_key: 'Authorization', http_header_value: `Bearer ${old}` }],
  payload_template: '{}',
}));

async function prepared() {
  const client = await fixture.core.installations.open(fixture.connectionId);
  await client.list();
  const { rotation } = fixture.core.client;
  for await (const event of await rotation.find({ kind: 'pasted', value: old })) {
    if (event.kind !== 'end') continue;
    await rotation.giveNewValue({ searchId: event.searchId, value: next });
    return fixture.prepare({ kind: 'rotation', searchId: event.searchId });
  }
  throw new Error('The search has no end.');
}

function interrupt({ at, how }: Interruption, planId: string): void {
  let count = 0;
  fixture.hooks.before = async () => {
    count += 1;
    if (count !== at) return;
    if (how === 'cancel') fixture.core.plans.runs.cancel(planId);
    else if (how === 'end') void fixture.core.plans.runs.close();
    else await fixture.faults({ kind: how, next: 2, only: 'writes' });
  };
}

it('a rotation that faults and restarts interrupt sends each row once, and leaves no old value', async () => {
  const run = fc.asyncProperty(
    fc.array(interruption, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    async (interruptions, hasFirst) => {
      fixture = await PlanFixture.open('B', { milliseconds: 5_000, stored });
      const { planId, rows } = await prepared();
      const keys = rows.map(({ key }) => key);
      expect(keys).toHaveLength(stored.length);
      const first = hasFirst ? (keys[3] ?? null) : null;
      for (const [turn, each] of interruptions.entries()) {
        interrupt(each, planId);
        const options = { atOnce: 3, onFailure: 'go-on' } as const;
        if (turn === 0) await fixture.core.plans.run(planId, keys, options, first);
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
      const held = JSON.stringify(await fixture.held());
      expect(held).not.toContain(old);
      expect(held.split(next)).toHaveLength(stored.length + 4 + 1);
      const entries = await fixture.core.journal.all({ planId });
      for (const key of keys) {
        const done = entries.filter(({ rowKey, outcome }) => rowKey === key && outcome === 'done');
        expect(done, key).toHaveLength(1);
      }
      await fixture.close();
    },
  );
  await fc.assert(run, { numRuns: Number(process.env.ROTATION_RUNS ?? 8) });
}, 60_000);
