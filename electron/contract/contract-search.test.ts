import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Composition } from '#compose/compose.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { type RunningService, startService } from '../../service/start.ts';
import type { SearchSort } from './search.ts';
import { proceduresOf } from './testing/procedures.ts';

const authToken = 'practice-makes-perfect';
const sort: SearchSort = { by: 'name', descending: false };

describe.each(transports)('a search on a %s', (transport) => {
  let folder: string;
  let composition: Composition;
  let window: TestWindow;
  const services: RunningService[] = [];

  const add = async (name: string, seed: number): Promise<string> => {
    const service = await startService({ variant: 'B', authToken, seed });
    services.push(service);
    const settings = { ...blankConnection, name, baseUrl: service.url, apiRoot: service.root };
    const { id } = await window.client.connections.add({ settings, secrets: { authToken } });
    return id;
  };
  const refresh = async (connectionId: string): Promise<void> => {
    for await (const event of await window.client.webhooks.list({ connectionId })) {
      expect(event.kind).not.toBe('problem');
    }
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-search-'));
    composition = await composeTestFolder(folder, 'sealed');
    window = await openWindow(transport, composition.ports, folder, []);
  });
  afterAll(async () => {
    const asked = [...window.asked].filter((name) => name.startsWith('search.'));
    expect(asked.sort()).toEqual(proceduresOf(new Set(['search'])));
    await window.leave();
    await window.end();
    await composition.close();
    for (const service of services) await service.close();
    rmSync(folder, { recursive: true });
  });

  it('searches the last lists, returns rows and a selection, and closes', async () => {
    const { search } = window.client;
    const acme = await add('acme', 30);
    const never = await add('globex', 3);
    await refresh(acme);
    const opened = await search.open({ text: '', sort });
    expect(opened).toMatchObject({
      total: 30,
      coverage: { installations: 2, searched: 1, neverRead: [never], notLoaded: [] },
      mistakes: [],
    });
    expect(opened.coverage.oldestReadAt).toBeInstanceOf(Date);
    const { searchId } = opened;
    const { rows } = await search.rows({ searchId, from: 10, count: 500 });
    expect(rows).toHaveLength(20);
    const [row] = rows;
    expect(row).toMatchObject({ connectionId: acme, edited: false, changed: false });
    const name = row?.webhook?.name ?? '';
    const quoted = `installation:acme "${name}" id:${row?.key}`;
    expect(await search.open({ text: quoted, sort })).toMatchObject({ total: 1 });
    const first = { connectionId: acme, key: row?.key ?? 0 };
    expect(await search.indexOf({ searchId, ...first })).toEqual({ index: 10 });
    expect(await search.indexOf({ searchId, ...first, connectionId: never })).toEqual({
      index: -1,
    });
    const except = [first];
    const { installations, withoutId } = await search.selection({ searchId, except });
    expect(installations).toMatchObject([{ connectionId: acme }]);
    expect(installations[0]?.webhooks).toHaveLength(29);
    expect(withoutId).toBe(0);
    const selection = installations.map(({ connectionId, webhooks }) => ({
      connectionId,
      webhooks: [...webhooks, { id: 999_999, digest: '' }],
    }));
    expect(await search.checkSelection({ searchId, selection })).toEqual({
      gone: [{ connectionId: acme, webhookId: 999_999 }],
      changed: 0,
      notShown: 0,
    });
    await search.close({ searchId });
    await expect(search.rows({ searchId, from: 0, count: 1 })).rejects.toMatchObject({
      code: 'PROBLEM',
      data: { code: 'refused' },
    });
  });

  it('reports a mistake and finds nothing', async () => {
    const { search } = window.client;
    const { total, mistakes } = await search.open({ text: 'is:open', sort });
    expect(total).toBe(0);
    expect(mistakes).toMatchObject([{ start: 0, end: 7 }]);
  });

  it('completes values of a term', async () => {
    const { search } = window.client;
    expect(await search.values({ term: 'installation', text: 'ac' })).toEqual(['acme']);
    expect(await search.values({ term: 'method', text: '' })).toContain('POST');
  });

  it('reports changes, and closes all searches when the vault is locked', async () => {
    const { search, vault, connections } = window.client;
    const { searchId, version } = await search.open({ text: '', sort });
    const stop = new AbortController();
    const versions: number[] = [];
    const watching = (async () => {
      const events = await search.watch(undefined, { signal: stop.signal });
      for await (const event of events) versions.push(event.version);
    })();
    await expect.poll(() => versions).toEqual([version]);
    await connections.reorder({ connectionIds: [] });
    await expect.poll(() => versions.at(-1)).toBeGreaterThan(version);
    await vault.lock();
    const locked = { code: 'PROBLEM', data: { code: 'vault-locked' } };
    await expect(search.open({ text: '', sort })).rejects.toMatchObject(locked);
    await vault.unlock({ passphrase });
    await expect(search.rows({ searchId, from: 0, count: 1 })).rejects.toMatchObject({
      data: { code: 'refused' },
    });
    expect(await search.open({ text: '', sort })).toMatchObject({ total: 30 });
    stop.abort();
    await watching.catch(() => undefined);
  });
});
