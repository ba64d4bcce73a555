import { draftToPublish } from '#test-support/draft-fixture.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { namedChanges } from '#domain/publishing/change-many.ts';
import type { PlanRowView } from '#contract/plans.ts';
import type { RowAnswer } from '#domain/publishing/plan.ts';
import { variants } from '#domain/webhook/variant.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, deleteItem } from '#test-support/plan-items-fixture.ts';
import { publish, removeWebhook } from '../publish.ts';
import { seenOf } from '#test-support/seen-webhooks.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

async function heldNow(id: number): Promise<Webhook | undefined> {
  return (await fixture.held()).find((webhook) => webhook.id === id);
}

/** Answers all rows of a plan, and returns the plan with the changed rows. */
async function decided(
  { planId, rows }: { planId: string; rows: readonly PlanRowView[] },
  answer: RowAnswer,
): Promise<{ planId: string; rows: PlanRowView[] }> {
  const keys = rows.map(({ key }) => key);
  const after: PlanRowView[] = [];
  for await (const event of fixture.core.plans.answer(planId, [{ keys, answer }])) {
    if (event.kind === 'rows') after.push(...event.rows);
  }
  return { planId, rows: after };
}
const put: RowAnswer = { method: 'PUT' };
const anyway: RowAnswer = { conflict: 'delete' };

describe('a stored method that variant B rejects', () => {
  const patch = { name: 'Patch', url: 'https://hooks.example.com/patch', method: 'PATCH' };

  async function open(): Promise<Webhook> {
    fixture = await PlanFixture.open('B', { stored: [patch], milliseconds: 10_000 });
    await (await fixture.core.installations.open(fixture.connectionId)).list();
    const [held] = await fixture.held();
    if (held === undefined) throw new Error('The service holds nothing.');
    return held;
  }
  const turn = (change: 'turn-on' | 'turn-off', held: Webhook) =>
    fixture.prepare({
      kind: 'webhooks',
      selection: [{ connectionId: fixture.connectionId, webhooks: seenOf([held]) }],
      change: namedChanges[change],
    });

  it('makes the service reject an update of another field', async () => {
    const held = await open();
    await expect(fixture.remoteMarkDetails(held.id, { enabled: false })).rejects.toMatchObject({
      problem: { code: 'rejected' },
    });
  });

  it('stops a single publish before anything is sent', async () => {
    const base = await open();
    const definition = { ...definitionOf(base), enabled: false };
    const { connectionId, core } = fixture;
    const input = await draftToPublish(core.drafts, { connectionId, base, definition });
    const events = publish(core, input);
    await expect(events.next()).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'method', level: 'error' }] },
    });
    expect(fixture.writes).toEqual([]);
  });

  it('blocks the row that disables the webhook until a method is chosen, and is then replaced', async () => {
    const held = await open();
    const plan = await turn('turn-off', held);
    expect(plan.rows).toMatchObject([{ state: 'undecided', needs: [{ kind: 'method' }] }]);
    const keys = plan.rows.map(({ key }) => key);
    const options = { atOnce: 1, onFailure: 'stop' } as const;
    await expect(fixture.core.plans.run(plan.planId, keys, options)).rejects.toThrow('need input');
    expect(fixture.writes).toEqual([]);
    const ready = await decided(plan, put);
    expect(ready.rows).toMatchObject([{ state: 'ready', changes: 'method, enabled: on → off' }]);
    const { planState } = await fixture.run(ready);
    expect(planState.counts).toMatchObject({ done: 1 });
    expect(await heldNow(held.id)).toMatchObject({ method: 'PUT', enabled: false });
  });

  it('needs no new answer when the plan is prepared again', async () => {
    const held = await open();
    const plan = await turn('turn-off', held);
    await decided(plan, put);
    const { connectionId } = fixture;
    const again = await fixture.prepare({
      kind: 'webhooks',
      selection: [{ connectionId, webhooks: seenOf([held]) }],
      change: namedChanges['turn-off'],
      earlier: plan.planId,
    });
    expect(again.rows).toMatchObject([{ state: 'ready', answers: put, selected: true }]);
  });

  it('needs an answer again in an undo that restores it', async () => {
    const held = await open();
    const { results } = await fixture.run(await decided(await turn('turn-off', held), put));
    const entryIds = [...results.values()].flatMap(({ entryId }) => entryId ?? []);
    const undo = await fixture.prepare({ kind: 'undo', entryIds });
    expect(undo.rows).toMatchObject([{ state: 'undecided' }]);
    const { planState } = await fixture.run(await decided(undo, put));
    expect(planState.counts).toMatchObject({ done: 1 });
    expect(await heldNow(held.id)).toMatchObject({ method: 'PUT', enabled: true });
  });

  it('needs an answer for a new webhook', async () => {
    await open();
    const item = createItem(fixture.connectionId, 'New');
    if (item.definition === null) throw new Error('Nothing is meant.');
    const plan = await fixture.prepare([
      { ...item, definition: { ...item.definition, method: 'PATCH' } },
    ]);
    expect(plan.rows).toMatchObject([{ state: 'undecided' }]);
    await fixture.run(await decided(plan, put));
    expect(await fixture.held()).toMatchObject([{ name: 'Patch' }, { name: 'New', method: 'PUT' }]);
  });

  it('cannot be decided once the plan has started', async () => {
    const held = await open();
    const plan = await decided(await turn('turn-off', held), put);
    await fixture.run(plan);
    await expect(decided(plan, put)).rejects.toThrow('has already started');
  });
});

describe.each(Object.values(variants))('a changed webhook to delete on $id', ({ id: variant }) => {
  async function open(): Promise<Webhook> {
    fixture = await PlanFixture.open(variant, { seed: 1, milliseconds: 10_000 });
    const [held] = await fixture.held();
    if (held === undefined) throw new Error('The service holds nothing.');
    return held;
  }
  const theirs = { payloadTemplate: 'theirs' };

  it('is deleted once a person has seen the change', async () => {
    const base = await open();
    const { connectionId } = fixture;
    await fixture.remoteMarkDetails(base.id, theirs);
    const refused = removeWebhook(fixture.core, { connectionId, base });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'conflict', live: theirs } });
    expect(await heldNow(base.id)).toMatchObject(theirs);
    const live = await heldNow(base.id);
    if (live === undefined) throw new Error('The webhook is gone.');
    await removeWebhook(fixture.core, { connectionId, base: live });
    expect(await fixture.held()).toEqual([]);
  });

  it('is deleted by a plan once a person confirms', async () => {
    const base = await open();
    await fixture.remoteMarkDetails(base.id, theirs);
    const plan = await fixture.prepare([deleteItem(fixture.connectionId, base)]);
    expect(plan.rows).toMatchObject([{ state: 'conflict' }]);
    const { planState } = await fixture.run(await decided(plan, anyway));
    expect(planState.counts).toMatchObject({ done: 1 });
    expect(await fixture.held()).toEqual([]);
  });

  it('needs confirmation again when the plan is prepared again', async () => {
    const base = await open();
    await fixture.remoteMarkDetails(base.id, theirs);
    const items = [deleteItem(fixture.connectionId, base)];
    const plan = await fixture.prepare(items);
    expect((await decided(plan, anyway)).rows).toMatchObject([{ state: 'ready' }]);
    const again = await fixture.prepare({ kind: 'items', items, earlier: plan.planId });
    expect(again.rows).toMatchObject([{ state: 'conflict', answers: {}, selected: false }]);
  });

  it('stays when it changed again, and its current version is shown', async () => {
    const base = await open();
    await fixture.remoteMarkDetails(base.id, theirs);
    const plan = await fixture.prepare([deleteItem(fixture.connectionId, base)]);
    const ready = await decided(plan, anyway);
    const again = { payloadTemplate: 'theirs again' };
    await fixture.remoteMarkDetails(base.id, again);
    const { results } = await fixture.run(ready);
    expect([...results.values()]).toMatchObject([
      { outcome: 'failed', problem: { code: 'conflict', live: again } },
    ]);
    expect(await heldNow(base.id)).toMatchObject(again);
  });
});
