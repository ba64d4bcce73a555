import { expect, it, onTestFinished, vi } from 'vitest';
import type { RoundEvent } from '#contract/watching.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { problem } from '#test-support/installation.fake.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';

async function watched(names: readonly string[] = ['acme']) {
  const clock = new FakeClock();
  const core = createTestCore({ clock });
  onTestFinished(() => core.close());
  const { webhooks } = core.ports;
  webhooks.webhooks.push(
    webhooks.stored(aDefinition('Pager')),
    webhooks.stored(aDefinition('Mail')),
  );
  const connectionIds: string[] = [];
  for (const name of names) {
    const settings = { ...blankConnection, name, baseUrl: `https://${name}.example.com` };
    connectionIds.push((await core.connections.add(settings, { authToken: 'token' })).id);
  }
  const round = async (storesTimes = false): Promise<RoundEvent[]> => {
    const events: RoundEvent[] = [];
    for await (const event of core.watching.round({ connectionIds, storesTimes })) {
      events.push(event);
      if (event.state === 'read') core.watching.noteReported(event);
    }
    clock.move(60_000);
    return events;
  };
  /** Writes that wait are done, and so are those that a change would begin. */
  const written = async (): Promise<number> => {
    await vi.waitFor(() => {
      clock.move(60_000);
      expect(core.ports.snapshots.held.size).toBe(names.length);
    });
    return core.ports.snapshots.writes;
  };
  return { core, clock, webhooks, connectionIds, round, written };
}

it('tells nothing of a first reading, and then each change once', async () => {
  const { webhooks, round } = await watched();
  expect(await round()).toMatchObject([{ state: 'read', changes: [] }]);
  Object.assign(webhooks.webhooks[0] ?? {}, { enabled: false });
  expect(await round()).toMatchObject([
    {
      state: 'read',
      changes: [
        {
          name: 'Pager',
          kind: 'changed',
          parts: [{ label: 'Enabled', before: 'on', after: 'off' }],
        },
      ],
    },
  ]);
  expect(await round()).toMatchObject([{ changes: [] }]);
  Object.assign(webhooks.webhooks[0] ?? {}, { method: 'PUT' });
  // Folded: compared with what was seen.
  expect(await round()).toMatchObject([
    { changes: [{ parts: [{ label: 'Method' }, { label: 'Enabled' }] }] },
  ]);
});

it('tells a change that a person’s reading noticed first', async () => {
  const { core, webhooks, connectionIds, round } = await watched();
  await round();
  webhooks.webhooks.splice(1);
  const [connectionId = ''] = connectionIds;
  const client = await core.installations.open(connectionId);
  await client.list();
  expect(await round()).toMatchObject([{ changes: [{ name: 'Mail', kind: 'deleted' }] }]);
});

it('writes an unchanged list only when its time is to be stored', async () => {
  const { core, round, written } = await watched();
  await round();
  const before = await written();
  for (let nth = 0; nth < 20; nth += 1) await round();
  expect(await written()).toBe(before);
  const [snapshot] = core.ports.snapshots.held.values();
  expect(core.snapshots.get(snapshot?.connectionId ?? '')?.readAt).not.toEqual(snapshot?.readAt);
  await round(true);
  await vi.waitFor(async () => {
    expect(await written()).toBe(before + 1);
  });
});

it('reads the other installations when one fails, and says why and when it was read last', async () => {
  const { webhooks, round, connectionIds } = await watched(['acme', 'globex']);
  const [first] = await round();
  webhooks.before = () => {
    const { target } = webhooks.asked.at(-1) ?? {};
    if (target?.baseUrl.includes('acme') === true) throw problem('unreachable');
  };
  const events = await round();
  expect(events.find(({ connectionId }) => connectionId === connectionIds[0])).toMatchObject({
    state: 'failed',
    problem: { code: 'unreachable' },
    readAt: first?.readAt,
  });
  expect(events.find(({ connectionId }) => connectionId === connectionIds[1])).toMatchObject({
    state: 'read',
  });
});

it('sends nothing without an auth token', async () => {
  const { core, webhooks, round } = await watched();
  core.ports.secrets.secrets.clear();
  expect(await round()).toMatchObject([{ state: 'failed', problem: { code: 'unauthorized' } }]);
  expect(webhooks.asked).toEqual([]);
});

it('reads in one round at a time', async () => {
  const { webhooks, round } = await watched();
  let under = 0;
  let most = 0;
  webhooks.before = async () => {
    under += 1;
    most = Math.max(most, under);
    await Promise.resolve();
  };
  webhooks.after = () => {
    under -= 1;
  };
  await Promise.all([round(), round(), round()]);
  expect(most).toBe(1);
});

it('reads secrets without putting off the lock of the vault', async () => {
  const { core, round } = await watched();
  const { secrets, vault } = core.ports;
  let isUse = true;
  const uses: boolean[] = [];
  vault.withoutUse = async (work) => {
    isUse = false;
    try {
      return await work();
    } finally {
      isUse = true;
    }
  };
  const get = secrets.get.bind(secrets);
  secrets.get = (name) => {
    uses.push(isUse);
    return get(name);
  };
  await round();
  expect(uses.length).toBeGreaterThan(0);
  expect(uses).not.toContain(true);
});
