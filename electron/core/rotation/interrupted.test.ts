// @module-tag slow
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { interruptions, runInterrupted } from '#test-support/interruption-fixture.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';

const old = 'canary-old-7d1f93ab';
const next = 'canary-new-5e0c44ef';

let fixture: PlanFixture;
afterEach(() => fixture.close());

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

it('a rotation that faults and restarts interrupt sends each row once, and leaves no old value', async () => {
  const run = fc.asyncProperty(
    interruptions(8, ['cancel', 'end', 'reset-before', 'reset-after', '500']),
    fc.boolean(),
    async (interrupting, hasFirst) => {
      fixture = await PlanFixture.open('B', { milliseconds: 5_000, stored });
      const plan = await prepared();
      expect(plan.rows).toHaveLength(stored.length);
      const first = hasFirst ? (plan.rows[3]?.key ?? null) : null;
      const options = { atOnce: 3, onFailure: 'go-on' } as const;
      await runInterrupted(fixture, plan, interrupting, options, first);
      const held = JSON.stringify(await fixture.held());
      expect(held).not.toContain(old);
      expect(held.split(next)).toHaveLength(stored.length + 4 + 1);
      await fixture.close();
    },
  );
  await fc.assert(run, { numRuns: Number(process.env.ROTATION_RUNS ?? 8) });
}, 60_000);
