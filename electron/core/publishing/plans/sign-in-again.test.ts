import { afterEach, describe, expect, it } from 'vitest';
import { settingsOf } from '#domain/installation/connection.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, deleteItem, renameItem } from '#test-support/plan-items-fixture.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

type Access = 'auth-token' | 'sign-in';

async function open(variant: VariantId, access: Access, seed = 12): Promise<void> {
  fixture = await PlanFixture.open(variant, { seed, access, milliseconds: 10_000 });
}

/** From now on the installation rejects the credentials of Hookdesk. */
async function lockOut(access: Access): Promise<void> {
  if (access === 'sign-in') await fixture.setPassword('canary-changed');
  await fixture.endTokens();
}

/** Enters the requested credentials, as the window does. */
async function letIn(access: Access, id = fixture.connectionId): Promise<void> {
  const { client, connections } = fixture.core;
  if (access === 'auth-token') {
    await client.sessions.giveToken({ connectionId: id, authToken: await fixture.newToken() });
    return;
  }
  const settings = settingsOf(connections.find(id));
  const secrets = { password: 'canary-changed' };
  await client.connections.change({ connectionId: id, settings, secrets });
}

/** Waits until rows of these installations wait for a sign-in. */
async function waitsFor(planId: string, ...ids: string[]): Promise<void> {
  for await (const event of fixture.core.plans.runs.watch(planId)) {
    if (event.kind !== 'state') continue;
    if (ids.every((id) => event.planState.signInNeeded?.includes(id))) return;
  }
  throw new Error('The plan ended.');
}

/** Creates, renames and deletes in turn, one row for each webhook. */
async function items(variant: VariantId): Promise<PlanItem[]> {
  const { connectionId } = fixture;
  const held = await fixture.held();
  return held.map((webhook, index) => {
    if (index % 3 === 0) return createItem(connectionId, `New ${index}`, variant);
    return index % 3 === 1
      ? renameItem(connectionId, webhook, `Renamed ${index}`)
      : deleteItem(connectionId, webhook);
  });
}

/** The names on the service after all items, sorted. */
async function namesAfter(all: readonly PlanItem[]): Promise<string[]> {
  const touched = new Set(all.map(({ base }) => base?.id));
  const kept = (await fixture.held()).filter(({ id }) => !touched.has(id));
  const made = all.flatMap(({ definition }) => definition?.name ?? []);
  return [...kept.map(({ name }) => name), ...made].sort();
}
const names = async (): Promise<string[]> => (await fixture.held()).map(({ name }) => name).sort();

const ways: [VariantId, Access][] = [
  ['A', 'auth-token'],
  ['A', 'sign-in'],
  ['B', 'auth-token'],
  ['B', 'sign-in'],
];

describe.each(ways)('on variant %s with %s', (variant, access) => {
  it.each<[string, 'before' | 'after']>([
    ['before a write', 'before'],
    ['between a write and reading it back', 'after'],
  ])('a plan that loses its sign-in %s waits, and then sends the rest', async (_, when) => {
    await open(variant, access);
    const all = await items(variant);
    const plan = await fixture.prepare(all);
    const expected = await namesAfter(all);
    fixture.hooks[when] = async (_action, nth) => {
      if (nth === 4) await lockOut(access);
    };
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 3, onFailure: 'stop' });
    await waitsFor(plan.planId, fixture.connectionId);
    await letIn(access);
    const { planState, results } = await fixture.ended(plan.planId);
    expect(planState).toMatchObject({ status: 'ended', left: 0, counts: { done: all.length } });
    expect(planState.signInNeeded ?? []).toEqual([]);
    expect([...results.values()].filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(await names()).toEqual(expected);
  });

  it('cancelling a waiting plan sends nothing more, and the rest can be resumed once', async () => {
    await open(variant, access);
    const all = await items(variant);
    const plan = await fixture.prepare(all);
    const expected = await namesAfter(all);
    fixture.hooks.before = async (_action, nth) => {
      if (nth === 4) await lockOut(access);
    };
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 1, onFailure: 'stop' });
    await waitsFor(plan.planId, fixture.connectionId);
    const sent = fixture.writes.length;
    fixture.core.plans.runs.cancel(plan.planId);
    const { planState } = await fixture.ended(plan.planId);
    expect(planState).toMatchObject({ status: 'cancelled', counts: { failed: 0 } });
    expect(fixture.writes).toHaveLength(sent);
    await letIn(access);
    await fixture.core.reconciler.reconcile(fixture.connectionId);
    await fixture.core.plans.runs.resume(plan.planId);
    expect((await fixture.ended(plan.planId)).planState.left).toBe(0);
    expect(await names()).toEqual(expected);
  });

  it('a plan that waits sends nothing more to an installation that became read-only', async () => {
    await open(variant, access);
    const plan = await fixture.prepare(await items(variant));
    fixture.hooks.before = async (_action, nth) => {
      if (nth === 4) await lockOut(access);
    };
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 3, onFailure: 'go-on' });
    await waitsFor(plan.planId, fixture.connectionId);
    const sent = fixture.writes.length;
    const { client, connections } = fixture.core;
    const settings = { ...settingsOf(connections.find(fixture.connectionId)), readOnly: true };
    await client.connections.change({ connectionId: fixture.connectionId, settings, secrets: {} });
    await letIn(access);
    await fixture.ended(plan.planId);
    expect(fixture.writes).toHaveLength(sent);
  });

  it('a restart while the plan waits sends nothing twice after the resume', async () => {
    await open(variant, access);
    const all = await items(variant);
    const plan = await fixture.prepare(all);
    const expected = await namesAfter(all);
    fixture.hooks.before = async (_action, nth) => {
      if (nth === 4) await lockOut(access);
    };
    const keys = plan.rows.map(({ key }) => key);
    await fixture.core.plans.run(plan.planId, keys, { atOnce: 1, onFailure: 'stop' });
    await waitsFor(plan.planId, fixture.connectionId);
    await fixture.restart();
    fixture.hooks.before = () => undefined;
    expect(await fixture.core.plans.runs.unfinished()).toMatchObject([{ status: 'interrupted' }]);
    await letIn(access);
    await fixture.core.reconciler.reconcile(fixture.connectionId);
    await fixture.core.plans.runs.resume(plan.planId);
    expect((await fixture.ended(plan.planId)).planState.left).toBe(0);
    expect(await names()).toEqual(expected);
  });

  it('credentials that are wrong again are requested again', async () => {
    await open(variant, access, 2);
    const [held] = await fixture.held();
    if (held === undefined) throw new Error('The service holds nothing.');
    const plan = await fixture.prepare([renameItem(fixture.connectionId, held, 'Renamed')]);
    await lockOut(access);
    await fixture.core.plans.run(plan.planId, ['Renamed'], { atOnce: 1, onFailure: 'stop' });
    await waitsFor(plan.planId, fixture.connectionId);
    if (access === 'auth-token') {
      const connectionId = fixture.connectionId;
      await fixture.core.client.sessions.giveToken({ connectionId, authToken: 'still-wrong' });
    } else await fixture.core.client.sessions.signOut({ connectionId: fixture.connectionId });
    await waitsFor(plan.planId, fixture.connectionId);
    await letIn(access);
    expect((await fixture.ended(plan.planId)).planState.counts).toMatchObject({ done: 1 });
    expect(await names()).toContain('Renamed');
  });
});

it('other installations continue, however many wait', async () => {
  await open('B', 'auth-token', 8);
  const held = await fixture.held();
  const others: string[] = [];
  for (let nth = 2; nth <= 8; nth += 1) {
    others.push(await fixture.connect(`acme-${nth}`, { access: 'auth-token' }));
  }
  const ids = [fixture.connectionId, ...others];
  const rows = held.map((webhook, index) =>
    renameItem(ids[index] ?? '', webhook, `Renamed ${index}`),
  );
  const plan = await fixture.prepare(rows);
  const locked = ids.slice(0, 7);
  const [last = ''] = ids.slice(7);
  await fixture.endTokens();
  const { sessions } = fixture.core.client;
  await sessions.giveToken({ connectionId: last, authToken: await fixture.newToken() });
  const keys = plan.rows.map(({ key }) => key);
  await fixture.core.plans.run(plan.planId, keys, { atOnce: 4, onFailure: 'stop' });
  await waitsFor(plan.planId, ...locked);
  await expect.poll(names).toContain('Renamed 7');
  expect((await names()).filter((name) => name.startsWith('Renamed'))).toEqual(['Renamed 7']);
  for (const id of locked) await letIn('auth-token', id);
  const { planState } = await fixture.ended(plan.planId);
  expect(planState.counts).toMatchObject({ done: 8 });
});

it('a create that is sent again starts no journal entries of much later rows', async () => {
  await open('B', 'auth-token', 0);
  const all = Array.from({ length: 300 }, (_, nth) =>
    createItem(fixture.connectionId, `New ${nth}`),
  );
  const plan = await fixture.prepare(all);
  fixture.hooks.before = async (_action, nth) => {
    if (nth === 1) await lockOut('auth-token');
  };
  const keys = plan.rows.map(({ key }) => key);
  await fixture.core.plans.run(plan.planId, keys, { atOnce: 1, onFailure: 'stop' });
  await waitsFor(plan.planId, fixture.connectionId);
  fixture.hooks.before = () => {
    fixture.hooks.before = () => undefined;
    fixture.core.plans.runs.cancel(plan.planId);
  };
  await letIn('auth-token');
  await fixture.ended(plan.planId);
  expect(fixture.ports.journal.held.size).toBeLessThan(200);
});
