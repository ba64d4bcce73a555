import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../service/faults/fault.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, deleteItem, renameItem } from '#test-support/plan-items-fixture.ts';

let house: PlanFixture;
afterEach(() => house.close());

type Kind = Fault['kind'];

/** What goes wrong with reads before the write, with the write, and with reads after it. */
interface Mishap {
  readonly look?: Kind;
  readonly write?: Kind;
  readonly readBack?: Kind;
}
const broken = ['reset-before', '500', 'hang', '401'] as const;
const mishaps: readonly Mishap[] = [
  {},
  ...broken.map((look) => ({ look })),
  ...([...broken, 'reset-after', 'truncated', '503', 'html', 'redirect'] as const).map((write) => ({
    write,
  })),
  ...broken.map((readBack) => ({ readBack })),
  // The network goes with the request, and stays away.
  ...(['reset-before', 'reset-after', 'hang', '500', 'truncated'] as const).map((write) => ({
    write,
    readBack: 'reset-before' as const,
  })),
];

const actions = ['create', 'update', 'delete'] as const;

/** One row, and whether the service holds what it was meant to do. */
function job(
  action: (typeof actions)[number],
  base: Webhook,
): { item: PlanItem; isApplied: (held: readonly Webhook[]) => boolean } {
  const { connectionId } = house;
  switch (action) {
    case 'create':
      return {
        item: createItem(connectionId, 'Meant'),
        isApplied: (held) => held.some(({ name }) => name === 'Meant'),
      };
    case 'update':
      return {
        item: renameItem(connectionId, base, 'Meant'),
        isApplied: (held) => held.some(({ id, name }) => id === base.id && name === 'Meant'),
      };
    case 'delete':
      return {
        item: deleteItem(connectionId, base),
        isApplied: (held) => !held.some(({ id }) => id === base.id),
      };
  }
}

describe.each(actions)('the outcome of a %s is what the service holds', (action) => {
  it.each(mishaps)('with %o', async ({ look, write, readBack }) => {
    house = await PlanFixture.open('B');
    const [base] = await house.held();
    if (base === undefined) throw new Error('The service holds nothing.');
    const { item, isApplied } = job(action, base);
    const plan = await house.prepare([item]);
    expect(plan.rows).toMatchObject([{ state: 'ready' }]);

    const during = write === undefined ? [] : [{ kind: write, only: 'writes' as const }];
    await house.faults(
      ...during,
      ...(look === undefined ? [] : [{ kind: look, only: 'reads' as const }]),
    );
    house.hooks.after = () =>
      house.faults(...(readBack === undefined ? [] : [{ kind: readBack, only: 'reads' as const }]));
    const { results, standing } = await house.run(plan);
    house.hooks.after = () => undefined;
    await house.faults();
    await house.bePatient();
    const result = results.get(item.key);
    const before = isApplied(await house.held());
    expect(standing.status).toBe('ended');
    expect(house.writes.length).toBeLessThanOrEqual(1);
    switch (result?.outcome) {
      case 'done':
        expect(before).toBe(true);
        break;
      case 'failed':
        expect(before).toBe(false);
        expect(result.problem).not.toBeNull();
        break;
      default:
        expect(result?.outcome).toBe('unknown');
    }

    // Whoever starts again and reads knows it, and has sent nothing for it.
    const sent = house.writes.length;
    await house.restart();
    await house.passFinish();
    await house.core.settling.settleAll();
    expect(house.writes).toHaveLength(sent);
    const entries = await house.core.journal.all({ planId: plan.planId });
    expect(entries.map(({ outcome }) => outcome)).toEqual(
      sent === 0 && entries.length === 0
        ? []
        : [before ? 'done' : expect.stringMatching('^(failed|not-applied)$')],
    );
    if (look === undefined) expect(entries).toHaveLength(1);

    // What is left is what the service does not hold.
    const [unfinished] = await house.core.plans.unfinished();
    expect(unfinished?.left ?? 0).toBe(before ? 0 : unfinished === undefined ? 0 : 1);
    if (unfinished !== undefined) {
      await house.core.plans.resume(plan.planId);
      await house.ended(plan.planId);
      expect(house.writes.length).toBeLessThanOrEqual(2);
    } else if (!before) expect(result?.outcome).toBe('failed');
    const held = await house.held();
    if (write !== 'redirect') expect(isApplied(held)).toBe(true);
    expect(held.filter(({ name }) => name === 'Meant').length).toBeLessThanOrEqual(1);
  });
});
