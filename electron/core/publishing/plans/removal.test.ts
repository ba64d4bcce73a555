import { afterEach, expect, it } from 'vitest';
import { ConnectionUses } from '../../connections/connection-uses.ts';
import { previewConnectionRemoval } from '../../connection-lifecycle.ts';
import { removeWebhook } from '../publish.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { renameItem } from '#test-support/plan-items-fixture.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

/** Starts a plan of two renames, one at a time. The first write waits for `goOn`. */
async function begun() {
  fixture = await PlanFixture.open('B', { seed: 2, milliseconds: 10_000 });
  const { connectionId } = fixture;
  const items = (await fixture.held()).map((each) =>
    renameItem(connectionId, each, `${each.id} renamed`),
  );
  const { planId, rows } = await fixture.prepare(items);
  const [writing, go] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  fixture.hooks.before = async () => {
    writing.resolve(null);
    await go.promise;
  };
  const keys = rows.map(({ key }) => key);
  await fixture.core.plans.run(planId, keys, { atOnce: 1, onFailure: 'stop' });
  await writing.promise;
  const goOn = (): void => {
    go.resolve(null);
  };
  return { planId, goOn };
}
const connections = () => fixture.core.connections;
const preview = () => previewConnectionRemoval(fixture.core, fixture.connectionId);

it('an installation cannot be removed while a plan runs there, only after the plan ends', async () => {
  const { planId, goOn } = await begun();
  expect(preview()).toMatchObject({ runningPlans: [{ planId, title: 'Publish 2 changes' }] });
  await expect(connections().remove(fixture.connectionId)).rejects.toMatchObject({
    problem: {
      code: 'refused',
      message: 'acme was not removed, because the plan “Publish 2 changes” is running.',
    },
  });
  expect(connections().saved()).toHaveLength(1);
  fixture.core.plans.runs.cancel(planId);
  // The request in flight still has to end.
  await expect(connections().remove(fixture.connectionId)).rejects.toThrow('is running');
  goOn();
  const { planState } = await fixture.ended(planId);
  expect(planState.counts).toMatchObject({ done: 1, cancelled: 1, unknown: 0 });
  expect(preview()).toMatchObject({ runningPlans: [], openEntries: 0 });
  await connections().remove(fixture.connectionId);
  expect(connections().saved()).toEqual([]);
});

it('a plan on another installation does not prevent the removal', async () => {
  const { goOn } = await begun();
  const { id: other } = await connections().duplicate(fixture.connectionId, false);
  await connections().remove(other);
  expect(connections().saved()).toHaveLength(1);
  goOn();
});

it('a single publish in progress prevents the removal, too', async () => {
  fixture = await PlanFixture.open('B', { seed: 1 });
  const { core, connectionId, hooks } = fixture;
  const [base] = await fixture.held();
  if (base === undefined) throw new Error('The service holds nothing.');
  const [sending, published] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  hooks.before = async () => {
    sending.resolve(null);
    await published.promise;
  };
  const publishing = removeWebhook(core, { connectionId, base });
  await sending.promise;
  expect(preview()).toMatchObject({ isPublishing: true, runningPlans: [] });
  await expect(connections().remove(fixture.connectionId)).rejects.toMatchObject({
    problem: { code: 'refused' },
  });
  published.resolve(null);
  await publishing;
  await connections().remove(fixture.connectionId);
});

it('no work starts on an installation during its removal', async () => {
  fixture = await PlanFixture.open('B', { seed: 0 });
  const uses = new ConnectionUses();
  const removed = Promise.withResolvers<null>();
  const removing = uses.remove({ id: 'acme', name: 'acme' }, async () => {
    await removed.promise;
  });
  expect(() => uses.begin(['globex', 'acme'], { kind: 'publish' })).toThrow('is being removed');
  expect(uses.of('globex')).toEqual([]);
  removed.resolve(null);
  await removing;
  uses.begin(['acme'], { kind: 'publish' })();
});

it('open entries are counted before the removal of their installation, and not after', async () => {
  fixture = await PlanFixture.open('B', { seed: 1, milliseconds: 300 });
  const [first] = await fixture.held();
  if (first === undefined) throw new Error('The service holds nothing.');
  const plan = await fixture.prepare([renameItem(fixture.connectionId, first, 'Renamed')]);
  fixture.hooks.before = () => fixture.faults({ kind: 'reset-after' });
  fixture.hooks.after = () => fixture.faults({ kind: 'reset-before' });
  const { planState } = await fixture.run(plan);
  expect(planState.counts).toMatchObject({ unknown: 1 });
  expect(preview()).toMatchObject({ openEntries: 1 });
  const { journal } = fixture.core.client;
  // Reads no installation: the entry stays open.
  const openEntries = async () => (await journal.settle({ connectionIds: [] })).open;
  expect(await openEntries()).toEqual([{ connectionId: fixture.connectionId, count: 1 }]);
  await connections().remove(fixture.connectionId);
  expect(await openEntries()).toEqual([]);
  for await (const state of await journal.watch()) {
    expect(state).toMatchObject({ open: [] });
    break;
  }
});
