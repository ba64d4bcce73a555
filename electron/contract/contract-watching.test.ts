import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blankConnection, settingsOf } from '#domain/installation/connection.ts';
import { collected, openServedWindow, type ServedWindow } from '#test-support/served-window.ts';
import { transports } from '#test-support/window-fixture.ts';
import { proceduresOf } from './testing/procedures.ts';

describe.each(transports)('watching on a %s', (transport) => {
  let served: ServedWindow;
  let root: string;
  beforeEach(async () => {
    served = await openServedWindow(transport, 5, ({ url, root: path }) => {
      root = `${url}${path}`;
      return Promise.resolve();
    });
  });
  afterEach(() => served.end());

  it('tells a change by others until it is noted as reported', async () => {
    const { connectionId, webhookIds, window } = served;
    const { client } = window;
    const round = () =>
      collected(client.watching.round({ connectionIds: [connectionId], storesTimes: false }));
    expect(await round()).toMatchObject([{ connectionId, state: 'read', changes: [] }]);
    const [id = 0] = webhookIds;
    expect((await fetch(`${root}/webhook/${id}`, { method: 'DELETE' })).ok).toBe(true);
    const [event] = await round();
    expect(event).toMatchObject({ changes: [{ webhookId: id, kind: 'deleted' }] });
    expect(await round()).toMatchObject([{ changes: [{ webhookId: id }] }]);
    const changes = event?.state === 'read' ? event.changes : [];
    await client.watching.noteReported({ connectionId, changes });
    expect(await round()).toMatchObject([{ changes: [] }]);
    expect(
      await collected(client.watching.round({ connectionIds: ['x'], storesTimes: true })),
    ).toMatchObject([{ state: 'failed', problem: { code: 'no-such-connection' }, readAt: null }]);

    const found = await client.connections.list();
    const settings = { ...settingsOf(found[0] ?? blankConnection), watchMinutes: 5 as const };
    await client.connections.change({ connectionId, settings, secrets: {} });
    await client.watching.load();
    await client.watching.readNow({ connectionIds: [connectionId] });
    for await (const state of await client.watching.watch()) {
      expect(state).toMatchObject({
        changes: [{ connectionId, key: id, kind: 'deleted', changed: [] }],
        watched: [{ connectionId, minutes: 5, status: 'read', problem: null }],
      });
      break;
    }
    expect(window.reported).toEqual([]);
    const asked = [...window.asked].filter((name) => name.startsWith('watching.'));
    expect(asked.sort()).toEqual(proceduresOf(new Set(['watching'])));
  });
});
