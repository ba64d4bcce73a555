import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../service/start.ts';
import type { Composition } from '#compose/compose.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { LastListEvent, SnapshotState } from './snapshots.ts';
import { proceduresOf } from './testing/procedures.ts';

const authToken = 'canary-5f2c1b9e';
const passphrase = 'correct horse battery staple';

async function ended(stream: Promise<AsyncIterable<unknown>>): Promise<void> {
  const events: unknown[] = [];
  for await (const event of await stream) events.push(event);
  expect(events.length).toBeGreaterThan(0);
}

describe.each(transports)('snapshots on a %s', (transport) => {
  let folder: string;
  let composition: Composition;
  let window: TestWindow;
  let service: RunningService;
  let connectionId: string;
  const asked = new Set<string>();

  const open = async (): Promise<void> => {
    composition = await composeTestFolder(folder);
    window = await openWindow(transport, composition.ports, folder, []);
    const { vault } = window.client;
    if (composition.ports.vault.state().kind === 'passphrase') await vault.unlock({ passphrase });
    else await vault.choose({ kind: 'passphrase', passphrase });
  };
  const end = async (): Promise<void> => {
    for (const name of window.asked) if (name.startsWith('snapshots.')) asked.add(name);
    await window.leave();
    await window.end();
    await composition.close();
  };
  const read = async (): Promise<void> => {
    await ended(window.client.webhooks.list({ connectionId }));
  };
  const last = async (): Promise<LastListEvent[]> => {
    const events: LastListEvent[] = [];
    for await (const event of await window.client.snapshots.last({ connectionId })) {
      events.push(event);
    }
    return events;
  };
  const state = async (): Promise<SnapshotState> => {
    for await (const each of await window.client.snapshots.watch({ connectionId })) return each;
    throw new Error('Nothing was told.');
  };
  const deleteThere = async (webhookId: number): Promise<void> => {
    const url = `${service.url}${service.root}/webhook/${webhookId}`;
    const answer = await fetch(url, { method: 'DELETE', headers: { 'X-Auth-Token': authToken } });
    expect(answer.ok).toBe(true);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-snapshots-'));
    service = await startService({ variant: 'B', authToken, seed: 3 });
    await open();
    const settings = {
      ...blankConnection,
      name: 'acme',
      baseUrl: service.url,
      apiRoot: service.root,
    };
    ({ id: connectionId } = await window.client.connections.add({
      settings,
      secrets: { authToken },
    }));
  });
  afterAll(async () => {
    await end();
    await service.close();
    expect([...asked].sort()).toEqual(proceduresOf(new Set(['snapshots'])));
    rmSync(folder, { recursive: true });
  });

  it('are available after a restart without another read', async () => {
    expect(await last()).toEqual([{ kind: 'end', readAt: null, total: 0 }]);
    await read();
    const before = await last();
    const { snapshots } = composition.ports;
    await expect.poll(async () => (await snapshots.times()).size).toBe(1);
    await end();
    await open();
    expect(await last()).toEqual(before);
    const [rows] = before;
    const [row] = rows?.kind === 'rows' ? rows.rows : [];
    const key = row?.id ?? 0;
    const { webhook, readAt } = await window.client.snapshots.read({ connectionId, key });
    expect(webhook).toMatchObject({ id: key, name: row?.name });
    expect(before.at(-1)).toMatchObject({ readAt });
    const found = await window.client.webhooks.filter({ connectionId, text: row?.name ?? '' });
    expect(found).toContain(key);
    const unknown = { connectionId, key: 999_999 };
    expect(await window.client.snapshots.read(unknown)).toEqual({ webhook: null, readAt: null });
  });

  it('mark remote changes until the user views them', async () => {
    const { client } = window;
    const definition = { ...emptyDefinition('B'), name: 'Mine', url: 'https://a.example.com' };
    const mine = { connectionId, base: null, definition };
    await ended(client.publishing.publish(await draftToPublish(client.drafts, mine)));
    const [first] = await client.webhooks.filter({ connectionId, text: '' });
    const key = Number(first);
    await deleteThere(key);
    await read();
    const { marks } = await state();
    expect(marks, 'what this Hookdesk made is none').toMatchObject([{ key, kind: 'deleted' }]);
    const change = await client.snapshots.change({ connectionId, key });
    expect(change).toMatchObject({ kind: 'deleted', before: { id: key }, now: null });
    await client.snapshots.seen({ connectionId, marks });
    expect(await state()).toMatchObject({ marks: [], problem: null });
    expect(await client.snapshots.change({ connectionId, key })).toBeNull();
  });

  it('are discarded when the API root changes, and deleted with the connection', async () => {
    const { client } = window;
    const settings = { ...blankConnection, baseUrl: service.url, apiRoot: service.root };
    const change = (name: string, apiRoot: string) =>
      client.connections.change({
        connectionId,
        settings: { ...settings, name, apiRoot },
        secrets: {},
      });
    await change('renamed', service.root);
    expect((await state()).readAt).not.toBeNull();
    await change('renamed', '/api/v99');
    expect((await state()).readAt).toBeNull();
    await client.connections.remove({ connectionId });
    expect(await composition.ports.snapshots.times()).toEqual(new Map());
  });
});
