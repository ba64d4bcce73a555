import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openQueues } from '#adapters/file-open/open-queues.ts';
import type { Composition } from '#compose/compose.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { collected } from '#test-support/served-window.ts';
import { openStoredCore } from '#test-support/stored-core-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { proceduresOf } from './testing/procedures.ts';

const authToken = 'practice-makes-perfect';
const bundle = JSON.stringify({
  format: 'hookdesk-bundle',
  version: '1.0',
  exportedAt: '2030-01-02T03:04:05.678Z',
  exportedBy: 'Hookdesk 0.1.0',
  sources: [],
  secrets: [],
  webhooks: [{ key: 'ops', name: 'Ops', url: 'https://b.example.com/' }],
});
const harmless =
  'host:hooks.example.com is:enabled "payment gateway" -env:production id:17 severity:high template:%AlertName%';
const nothing = { webhooks: [], searches: [], files: [] };

describe.each(transports)('recent items on a %s', (transport) => {
  let folder: string;
  let composition: Composition;
  let window: TestWindow;
  let offered = openQueues().files;
  const asked = new Set<string>();
  const services: RunningService[] = [];

  async function start(): Promise<void> {
    composition = await composeTestFolder(folder, 'sealed');
    offered = openQueues().files;
    window = await openWindow(transport, { ...composition.ports, filesToOpen: offered }, folder);
  }
  async function stop(): Promise<void> {
    for (const name of window.asked) asked.add(name);
    await window.leave();
    await window.end();
    await composition.close();
  }
  const settingsFile = (): string => readFileSync(join(folder, 'settings.json'), 'utf8');

  afterAll(() => {
    const ofGroup = [...asked].filter((name) => name.startsWith('recent.'));
    expect(ofGroup.sort()).toEqual(proceduresOf(new Set(['recent'])));
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-recent-'));
    await start();
  });
  afterEach(async () => {
    await stop();
    for (const service of services.splice(0)) await service.close();
    rmSync(folder, { recursive: true });
  });

  async function installation(name: string, count = 3): Promise<{ id: string; ids: number[] }> {
    const service = await startService({ variant: 'B', authToken, seed: count });
    services.push(service);
    const settings = { ...blankConnection, name, baseUrl: service.url, apiRoot: service.root };
    const { id } = await window.client.connections.add({ settings, secrets: { authToken } });
    return { id, ids: await refresh(id) };
  }

  async function refresh(connectionId: string): Promise<number[]> {
    const ids: number[] = [];
    for await (const event of await window.client.webhooks.list({ connectionId })) {
      if (event.kind === 'rows') ids.push(...event.rows.flatMap(({ id }) => id ?? []));
    }
    return ids;
  }

  const webhookIds = async (): Promise<number[]> =>
    (await window.client.recent.read()).webhooks.map(({ webhookId }) => webhookId);

  it('lists what was opened last, each once, at most 8 of a kind', async () => {
    const { id, ids } = await installation('acme', 12);
    for (const webhookId of [...ids, ids[3] ?? 0]) {
      await window.client.recent.noteWebhook({ connectionId: id, webhookId });
    }
    for (const text of ['ops', 'is:enabled', ' ops '])
      await window.client.recent.noteSearch({ text });
    const expected = [ids[3], ...ids.slice(5).reverse()];
    expect(await webhookIds()).toEqual(expected);
    expect((await window.client.recent.read()).searches).toEqual(['ops', 'is:enabled']);
    const { webhooks } = await window.client.recent.read();
    expect(webhooks[0]).toMatchObject({ connectionId: id, name: expect.any(String) as string });
  });

  it('forgets webhooks that were deleted, and those of a removed installation', async () => {
    const acme = await installation('acme');
    const globex = await installation('globex');
    const [first = 0, second = 0] = acme.ids;
    for (const [connectionId, webhookId] of [
      [acme.id, first],
      [acme.id, second],
      [globex.id, first],
    ] as const) {
      await window.client.recent.noteWebhook({ connectionId, webhookId });
    }
    const [service] = services;
    await fetch(`${service?.url}${service?.root}/webhook/${first}`, {
      method: 'DELETE',
      headers: { 'X-Auth-Token': authToken },
    });
    await refresh(acme.id);
    await window.client.connections.remove({ connectionId: globex.id });
    expect(await window.client.recent.read()).toMatchObject({
      webhooks: [{ connectionId: acme.id, webhookId: second }],
    });
  });

  it('stores no search with a mistake, and none with a secret', async () => {
    const { id, ids } = await installation('acme', 1);
    const client = window.client;
    const { webhook } = await client.webhooks.read({ connectionId: id, webhookId: ids[0] ?? 0 });
    const [service] = services;
    await fetch(`${service?.url}${service?.root}/webhook/`, {
      method: 'POST',
      headers: { 'X-Auth-Token': authToken, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: 'with a secret',
        url: 'https://hooks.example.com/ops?api_key=Zebra-4711-canary',
        enabled: true,
        method: 'POST',
        http_headers: [],
        payload_template: '{}',
        low_alert: true,
        med_alert: true,
        high_alert: true,
        cleared_alert: true,
        payload_type: 'ALERT',
      }),
    });
    await refresh(id);
    for (const text of [
      'hots:x',
      authToken,
      'Zebra-4711-canary',
      'host:hooks.example.com Zebra-4711-canary',
      'https://hooks.example.com/?token=abcdefgh1234',
      webhook.name,
      harmless,
    ]) {
      await client.recent.noteSearch({ text });
    }
    expect((await client.recent.read()).searches).toEqual([harmless, webhook.name]);
    const pinned = { name: 'mine', text: 'Zebra-4711-canary' };
    await expect(client.settings.change({ savedSearches: [pinned] })).rejects.toMatchObject({
      data: { code: 'refused', message: expect.stringContaining('secret') as string },
    });
    expect((await client.settings.read()).savedSearches).toEqual([]);
    expect(settingsFile()).not.toContain('Zebra');
    expect(
      await client.settings.change({ savedSearches: [{ name: 'ops', text: 'ops' }] }),
    ).toMatchObject({
      savedSearches: [{ name: 'ops' }],
    });
  });

  it('reopens a recent file by its path, and no other file', async () => {
    const path = join(folder, 'acme.hookdesk.json');
    const other = join(folder, 'other.json');
    writeFileSync(path, bundle);
    writeFileSync(other, bundle);
    offered.offer([path, join(folder, 'gone.json')]);
    const { bundles, recent } = window.client;
    const end = new AbortController();
    const events = await bundles.filesToOpen(undefined, { signal: end.signal });
    expect((await events.next()).value).toMatchObject({ kind: 'file' });
    expect((await events.next()).value).toMatchObject({ kind: 'refused' });
    end.abort();
    expect((await recent.read()).files).toEqual([{ path }]);
    expect(await recent.openFile({ path })).toMatchObject({
      kind: 'file',
      file: { view: { name: 'acme.hookdesk.json' } },
    });
    await expect(recent.openFile({ path: other })).rejects.toMatchObject({
      data: { code: 'refused' },
    });
    rmSync(path);
    expect(await recent.openFile({ path })).toMatchObject({ kind: 'refused' });
    expect((await recent.read()).files).toEqual([]);
  });

  it('clears all, and shows nothing while the vault is locked', async () => {
    const { id, ids } = await installation('acme');
    const { recent } = window.client;
    await recent.noteWebhook({ connectionId: id, webhookId: ids[0] ?? 0 });
    expect(await webhookIds()).toHaveLength(1);
    await window.client.vault.lock();
    await expect(recent.read()).rejects.toMatchObject({ data: { code: 'vault-locked' } });
    await window.client.vault.unlock({ passphrase: 'four words without sense' });
    await expect.poll(webhookIds).toHaveLength(1);
    await recent.clear();
    expect(await recent.read()).toEqual(nothing);
  });
});

describe('recent items after a restart', () => {
  let folder: string;
  let service: RunningService;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-recent-'));
    service = await startService({ variant: 'B', authToken: null, seed: 3 });
  });
  afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const open = () => openStoredCore(folder, { baseUrl: service.url, apiRoot: service.root });

  it('are there, sealed on disk, until they are cleared or their webhook is deleted', async () => {
    const first = await open();
    const { client, connectionId } = first;
    await collected(client.webhooks.list({ connectionId }));
    for (const webhookId of [1, 2]) await client.recent.noteWebhook({ connectionId, webhookId });
    await client.recent.noteSearch({ text: 'zebra canary' });
    await first.close();
    const stored = readFileSync(join(folder, 'settings.json'), 'utf8');
    expect(stored).not.toContain('zebra');

    const second = await open();
    expect(await second.client.recent.read()).toMatchObject({
      webhooks: [{ webhookId: 2 }, { webhookId: 1 }],
      searches: ['zebra canary'],
    });
    await fetch(`${service.url}${service.root}/webhook/2`, { method: 'DELETE' });
    await collected(second.client.webhooks.list({ connectionId }));
    await second.close();

    const third = await open();
    expect(await third.client.recent.read()).toMatchObject({ webhooks: [{ webhookId: 1 }] });
    await third.client.recent.clear();
    await third.close();
    const fourth = await open();
    expect(await fourth.client.recent.read()).toEqual(nothing);
    await fourth.close();
  });
});
