import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../service/faults/fault.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, deleteItem, renameItem } from '#test-support/plan-items-fixture.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

/** Milliseconds: enough for a busy computer, and little for responses that never arrive. */
const timeLimits = { patient: 10_000, short: 150 };

type Kind = Fault['kind'];

/** Faults of reads before the write, of the write, and of reads after it. */
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
  // The network fails with the request, and stays down.
  ...(['reset-before', 'reset-after', 'hang', '500', 'truncated'] as const).map((write) => ({
    write,
    readBack: 'reset-before' as const,
  })),
];

const actions = ['create', 'update', 'delete'] as const;

/** One row, and whether the service has its result. */
function job(
  action: (typeof actions)[number],
  base: Webhook,
): { item: PlanItem; isApplied: (held: readonly Webhook[]) => boolean } {
  const { connectionId } = fixture;
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

describe.each(actions)('the outcome of a %s matches the service', (action) => {
  it.each(mishaps)('with %o', async ({ look, write, readBack }) => {
    fixture = await PlanFixture.open('B');
    const [base] = await fixture.held();
    if (base === undefined) throw new Error('The service holds nothing.');
    const { item, isApplied } = job(action, base);
    const plan = await fixture.prepare([item]);
    expect(plan.rows).toMatchObject([{ state: 'ready' }]);

    await fixture.limitResponsesTo(timeLimits.short);
    const during = write === undefined ? [] : [{ kind: write, only: 'writes' as const }];
    await fixture.faults(
      ...during,
      ...(look === undefined ? [] : [{ kind: look, only: 'reads' as const }]),
    );
    fixture.hooks.after = () =>
      fixture.faults(
        ...(readBack === undefined ? [] : [{ kind: readBack, only: 'reads' as const }]),
      );
    const { results, planState } = await fixture.run(plan);
    fixture.hooks.after = () => undefined;
    await fixture.faults();
    await fixture.limitResponsesTo(timeLimits.patient);
    const result = results.get(item.key);
    const before = isApplied(await fixture.held());
    expect(planState.status).toBe('ended');
    expect(fixture.writes.length).toBeLessThanOrEqual(1);
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

    // After a restart, reads alone must find the outcome.
    const sent = fixture.writes.length;
    await fixture.restart();
    await fixture.passFinish();
    await fixture.core.reconciler.reconcileAll();
    expect(fixture.writes).toHaveLength(sent);
    const entries = await fixture.core.journal.all({ planId: plan.planId });
    expect(entries.map(({ outcome }) => outcome)).toEqual(
      sent === 0 && entries.length === 0
        ? []
        : [before ? 'done' : expect.stringMatching('^(failed|not-applied)$')],
    );
    if (look === undefined) expect(entries).toHaveLength(1);

    // Resuming must send only what the service does not have.
    const [unfinished] = await fixture.core.plans.runs.unfinished();
    expect(unfinished?.left ?? 0).toBe(before ? 0 : unfinished === undefined ? 0 : 1);
    if (unfinished !== undefined) {
      await fixture.core.plans.runs.resume(plan.planId);
      await fixture.ended(plan.planId);
      expect(fixture.writes.length).toBeLessThanOrEqual(2);
    } else if (!before) expect(result?.outcome).toBe('failed');
    const held = await fixture.held();
    if (write !== 'redirect') expect(isApplied(held)).toBe(true);
    expect(held.filter(({ name }) => name === 'Meant').length).toBeLessThanOrEqual(1);
  });
});
