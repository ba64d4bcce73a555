import { expect, it, onTestFinished } from 'vitest';
import type { WatchingState } from '#contract/watching.ts';
import {
  blankConnection,
  type ConnectionSettings,
  settingsOf,
} from '#domain/installation/connection.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { problem } from '#test-support/installation.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';

const minute = 60_000;
const hour = 60 * minute;

const sign = { kind: 'auth-token' } as const;

async function scene(
  changes: Partial<ConnectionSettings> = {},
  names: readonly string[] = ['acme'],
) {
  const clock = new FakeClock();
  const core = createTestCore({ clock });
  onTestFinished(() => core.close());
  const { webhooks, vault } = core.ports;
  webhooks.webhooks.push(
    webhooks.stored(aDefinition('Pager')),
    webhooks.stored(aDefinition('Mail')),
  );
  const ids: string[] = [];
  for (const name of names) {
    const baseUrl = `https://${name}.example.com`;
    const settings = { ...blankConnection, name, baseUrl, authentication: sign, ...changes };
    ids.push((await core.client.connections.add({ settings, secrets: { authToken: 'token' } })).id);
  }
  const [id = ''] = ids;
  /** All work that needs no further time is done. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Lets this time pass, a minute at a time. @returns the number of lists that were read in it */
  const pass = async (milliseconds: number): Promise<number> => {
    const before = webhooks.operations.length;
    for (let passed = 0; passed < milliseconds; passed += minute) {
      clock.move(minute);
      await settled();
    }
    return webhooks.operations.length - before;
  };
  const change = async (
    settings: Partial<ConnectionSettings>,
    authToken?: string,
  ): Promise<void> => {
    await core.client.connections.change({
      connectionId: id,
      settings: { ...settingsOf(core.connections.find(id)), ...settings },
      secrets: authToken === undefined ? {} : { authToken },
    });
    await settled();
  };
  const state = (): WatchingState => core.inbox.state();
  await settled();
  return { core, clock, webhooks, vault, id, ids, settled, pass, change, state };
}

it('reads nothing of an installation that is not watched', async () => {
  const { pass, state } = await scene();
  expect(await pass(2 * hour)).toBe(0);
  expect(state().watched).toEqual([]);
});

it('reads at once when a watch is turned on, then every few minutes, and ends when it is turned off', async () => {
  const { webhooks, pass, change } = await scene();
  await change({ watchMinutes: 15 });
  expect(webhooks.operations).toEqual(['list']);
  expect(await pass(4 * hour)).toBe(16);
  await change({ watchMinutes: null });
  expect(await pass(2 * hour)).toBe(0);
});

it('lists what others changed, once for each webhook, with the installation and what changed', async () => {
  const { webhooks, pass, state, id } = await scene({ watchMinutes: 5 });
  expect(state()).toMatchObject({ changes: [], found: { round: 0 } });
  Object.assign(webhooks.webhooks[0] ?? {}, { enabled: false });
  webhooks.webhooks.splice(1);
  await pass(10 * minute);
  expect(state().found).toEqual({ round: 1, byInstallation: [{ connectionId: id, count: 2 }] });
  const { changes } = state();
  expect(changes).toMatchObject([
    { connectionId: id, name: 'Mail', kind: 'deleted', changed: [] },
    { connectionId: id, name: 'Pager', kind: 'changed', changed: ['Enabled'] },
  ]);
  await pass(hour);
  expect(state()).toMatchObject({ changes, found: { round: 1 } });
  // Folded: still compared with what was seen.
  Object.assign(webhooks.webhooks[0] ?? {}, { method: 'PUT' });
  await pass(10 * minute);
  expect(state().changes).toMatchObject([
    { name: 'Pager', changed: ['Method', 'Enabled'] },
    { name: 'Mail' },
  ]);
  expect(state().found).toMatchObject({ round: 2, byInstallation: [{ count: 1 }] });
});

it('finds in one round what changed on several installations', async () => {
  const { webhooks, ids, pass, state } = await scene({ watchMinutes: 5 }, ['acme', 'globex']);
  webhooks.webhooks.splice(1);
  await pass(10 * minute);
  const byInstallation = ids.map((connectionId) => ({ connectionId, count: 1 }));
  expect(state().found).toEqual({ round: 1, byInstallation });
});

it('reads an installation once after a sleep of the machine', async () => {
  const { webhooks, clock, pass, settled } = await scene({ watchMinutes: 5 });
  await pass(10 * minute);
  const before = webhooks.operations.length;
  clock.move(8 * hour);
  await settled();
  expect(webhooks.operations.length - before).toBe(1);
});

it('sends nothing and shows no webhook while the vault is locked, and reads once after', async () => {
  const { webhooks, vault, pass, settled, state } = await scene({ watchMinutes: 5 });
  webhooks.webhooks.splice(1);
  await pass(10 * minute);
  expect(state().changes).toHaveLength(1);
  vault.shown = { ...vault.shown, kind: 'passphrase' };
  vault.turn('locked');
  expect(await pass(3 * hour)).toBe(0);
  expect(state()).toMatchObject({ changes: [], watched: [{ status: 'read' }] });
  const before = webhooks.operations.length;
  vault.turn('ready');
  await settled();
  expect(webhooks.operations.length - before).toBe(1);
  expect(state().changes).toHaveLength(1);
});

it('reads an unreachable installation less often, and says that it is stale after 24 hours', async () => {
  const { webhooks, pass, state } = await scene({ watchMinutes: 5 });
  const [{ readAt } = { readAt: null }] = state().watched;
  webhooks.before = () => {
    throw problem('unreachable');
  };
  await pass(10 * minute);
  expect(state().watched).toMatchObject([
    { status: 'failed', readAt, problem: { code: 'unreachable' } },
  ]);
  await pass(5 * hour);
  expect(await pass(20 * hour)).toBeLessThanOrEqual(24);
  expect(state().watched).toMatchObject([{ status: 'stale', readAt }]);
  webhooks.before = () => undefined;
  await pass(3 * hour);
  expect(state().watched).toMatchObject([{ status: 'read', problem: null }]);
});

it('stops after a refused sign-in until a person enters a new auth token', async () => {
  const { core, webhooks, id, settled, pass, state } = await scene({ watchMinutes: 5 });
  webhooks.before = () => {
    throw problem('unauthorized');
  };
  await pass(10 * minute);
  expect(state().watched).toMatchObject([{ status: 'stopped' }]);
  expect(await pass(5 * hour)).toBe(0);
  webhooks.before = () => undefined;
  await core.client.sessions.giveToken({ connectionId: id, authToken: 'another' });
  await settled();
  expect(state().watched).toMatchObject([{ status: 'read' }]);
  expect(await pass(hour)).toBeGreaterThan(8);
});

it('starts anew after a refused sign-in when the settings change', async () => {
  const { webhooks, change, pass, state } = await scene({ watchMinutes: 5 });
  webhooks.before = () => {
    throw problem('forbidden');
  };
  await pass(10 * minute);
  await change({ notes: 'Called the owner.' });
  expect(await pass(hour)).toBe(0);
  webhooks.before = () => undefined;
  await change({ baseUrl: 'https://acme.example.org' }, 'another');
  expect(state().watched).toMatchObject([{ status: 'read' }]);
});

it('reads at once when a person asks, also one that stopped', async () => {
  const { core, webhooks, id, pass, state } = await scene({ watchMinutes: 60 });
  webhooks.before = () => {
    throw problem('forbidden');
  };
  await core.client.watching.readNow({ connectionIds: [id] });
  expect(state().watched).toMatchObject([{ status: 'stopped' }]);
  webhooks.before = () => undefined;
  webhooks.webhooks.splice(1);
  await core.client.watching.readNow({ connectionIds: [id, 'unknown'] });
  expect(state()).toMatchObject({ watched: [{ status: 'read' }], changes: [{ name: 'Mail' }] });
  expect(await pass(30 * minute)).toBe(0);
});

it('ends with Hookdesk', async () => {
  const { core, webhooks, pass } = await scene({ watchMinutes: 5 });
  webhooks.before = () => new Promise(() => undefined);
  void core.client.watching.readNow({
    connectionIds: core.connections.saved().map(({ id }) => id),
  });
  const closing = core.close();
  await pass(minute);
  await closing;
  expect(await pass(hour)).toBe(0);
});

it('follows changes in a window, and loads lists that nothing read yet', async () => {
  const { core, webhooks, id } = await scene();
  const states = await core.client.watching.watch();
  const next = async () => (await states[Symbol.asyncIterator]().next()).value;
  expect(await next()).toMatchObject({ changes: [] });
  const client = await core.installations.open(id);
  await client.list();
  webhooks.webhooks.splice(1);
  await client.list();
  await core.client.watching.load();
  await expect.poll(next).toMatchObject({ changes: [{ name: 'Mail', kind: 'deleted' }] });
  const [change] = core.inbox.state().changes;
  const marks = [{ key: change?.key ?? 0, seenAt: change?.noticedAt ?? new Date(0) }];
  await core.client.snapshots.seen({ connectionId: id, marks });
  await expect.poll(next).toMatchObject({ changes: [] });
});
