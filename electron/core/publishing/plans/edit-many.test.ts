import { afterEach, describe, expect, it } from 'vitest';
import type { PlanSource } from '#contract/plans.ts';
import type { WebhookEdit } from '#domain/publishing/edit-many.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { seenOf } from '#test-support/seen-webhooks.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

const edits: WebhookEdit[] = [
  { kind: 'field', field: 'severities.low', value: true },
  { kind: 'set-header', name: 'X-Team', value: 'edited' },
];

async function edited(
  change: WebhookEdit[],
  variant: VariantId = 'B',
  seed = 6,
): Promise<Extract<PlanSource, { kind: 'webhooks' }>> {
  fixture = await PlanFixture.open(variant, { seed, milliseconds: 5_000 });
  await (await fixture.core.installations.open(fixture.connectionId)).list();
  const webhooks = seenOf(await fixture.held());
  return {
    kind: 'webhooks',
    selection: [{ connectionId: fixture.connectionId, webhooks }],
    change,
  };
}

const isEdited = async (): Promise<boolean[]> =>
  (await fixture.held()).map(
    ({ severities, headers }) =>
      severities.low && headers.filter(({ value }) => value === 'edited').length === 1,
  );

describe('a plan of edits', () => {
  it('changes each webhook once, and has no effect the second time', async () => {
    const source = await edited(edits);
    const { planState } = await fixture.run(await fixture.prepare(source));
    expect(planState).toMatchObject({ title: 'Edit 6 webhooks', counts: { done: 6 } });
    expect(await isEdited()).not.toContain(false);
    const again = await fixture.prepare(source);
    expect(new Set(again.rows.map(({ state }) => state))).toEqual(new Set(['unchanged']));
  });

  it('reports in each row the edits that did not apply', async () => {
    const source = await edited(
      [...edits, { kind: 'field', field: 'payloadType', value: 'JOB' }],
      'A',
    );
    const { rows } = await fixture.prepare(source);
    for (const { reasons } of rows) expect(reasons).toContain('Variant A has no payload type.');
  });

  it.each(['reset-after', 'hang', 'truncated', '500'] as const)(
    'ends after the fault %s with the expected outcome, and can be undone',
    { tags: 'slow', timeout: 20_000 },
    async (kind) => {
      const source = await edited(edits);
      const before = await fixture.held();
      const plan = await fixture.prepare(source);
      await fixture.faults({ kind, next: 2, only: 'writes' });
      const { results } = await fixture.run(plan);
      await fixture.faults();
      const after = await isEdited();
      const outcomes = before.map(({ id }) => {
        const key = plan.rows.find(({ webhookId }) => webhookId === id)?.key ?? '';
        return results.get(key)?.outcome;
      });
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome === 'done') expect(after[index]).toBe(true);
        if (outcome === 'failed') expect(after[index]).toBe(false);
      }
      const entryIds = [...results.values()].flatMap(({ entryId, outcome }) =>
        entryId !== null && outcome === 'done' ? [entryId] : [],
      );
      await fixture.run(await fixture.prepare({ kind: 'undo', entryIds }));
      expect((await isEdited()).filter(Boolean).length).toBe(
        after.filter(Boolean).length - entryIds.length,
      );
    },
  );

  it('continues with the remaining rows after a kill and a restart', async () => {
    const source = await edited(edits);
    const plan = await fixture.prepare(source);
    let writes = 0;
    fixture.hooks.before = () => {
      writes += 1;
      if (writes === 3) void fixture.core.plans.runs.close();
    };
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 1, onFailure: 'stop' });
    await fixture.core.plans.runs.close();
    fixture.hooks.before = () => undefined;
    await fixture.restart();
    const [left] = await fixture.core.plans.runs.unfinished();
    expect(left).toMatchObject({ status: 'interrupted', title: 'Edit 6 webhooks' });
    await fixture.core.plans.runs.resume(plan.planId);
    await fixture.ended(plan.planId);
    expect(await isEdited()).not.toContain(false);
    expect(fixture.writes).toHaveLength(6);
  });
});

it('a preview names the errors that the edits bring into a template', async () => {
  const change: WebhookEdit[] = [
    { kind: 'field', field: 'payloadTemplate', value: '{"text": "%AlertNames%"}' },
  ];
  const { selection } = await edited(change, 'B', 1);
  const webhooks = selection.flatMap(({ connectionId, webhooks: seen }) =>
    seen.map((each) => ({ ...each, connectionId })),
  );
  const { editMany } = fixture.core.client;
  const [broken] = await editMany.rows({ webhooks, edits: change });
  expect(broken?.findings.map(({ kind }) => kind)).toEqual(['new-error']);
  expect(broken?.findings[0]?.message).toContain('%AlertNames%');
  const [other] = await editMany.rows({ webhooks, edits });
  expect(other?.findings.filter(({ kind }) => kind === 'new-error')).toEqual([]);
});
