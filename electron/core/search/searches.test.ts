import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SearchSort } from '#contract/search.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';
import { plainProblem } from '#domain/problem.ts';
import { connectionMatches, webhookMatches } from '#domain/search/matches.ts';
import { parseQuery } from '#domain/search/parse-query.ts';
import type { TermName } from '#domain/search/terms.ts';
import { lists, queries, query } from '#domain/search/testing/queries.ts';
import { keyOf } from '#domain/webhook/listed.ts';
import { digestOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { FakeSettings } from '#test-support/ports.fake.ts';
import { FakeSnapshotStore } from '#test-support/snapshot-store.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { FakeVault } from '#test-support/vault.fake.ts';

const webhook = (id: number, change: Partial<Webhook> = {}): Webhook => ({
  ...emptyDefinition('B'),
  headers: [],
  name: `Webhook ${id}`,
  url: 'https://hooks.example.com/ops',
  id,
  unreported: [],
  unknown: {},
  ...change,
});
const connection = (id: string, change: Partial<Connection> = {}): Connection => ({
  ...blankConnection,
  id,
  name: id,
  practice: false,
  ...change,
});
const byInstallation: SearchSort = { by: 'installation', descending: false };
const closed = 'This search was closed.';
const earlier = new Date('2030-01-01T00:00:00Z');
const later = new Date('2030-01-02T00:00:00Z');

function started(ids = ['acme', 'globex', 'initech']) {
  const settings = new FakeSettings();
  settings.saved = ids.map((id) => connection(id));
  const clock = new FakeClock();
  const core = createTestCore({
    settings,
    clock,
    vault: new FakeVault(),
    snapshots: new FakeSnapshotStore(),
  });
  onTestFinished(() => core.close());
  const { searches, snapshots } = core;
  const open = (text: string, sort = byInstallation) => searches.open(text, sort);
  const names = async (text: string, sort = byInstallation): Promise<string[]> => {
    const { searchId } = await open(text, sort);
    return searches.rows(searchId, 0, 500).map((row) => row.webhook?.name ?? 'none');
  };
  return { ...core, settings, clock, searches, snapshots, open, names };
}

/** Two installations with three webhooks; the third installation was never read. */
function withLists() {
  const fixture = started();
  const { snapshots } = fixture;
  snapshots.replaceList('acme', earlier, [webhook(1), webhook(2, { name: 'Pager 10' })]);
  snapshots.replaceList('globex', later, [webhook(1, { name: 'pager 9', enabled: false })]);
  return fixture;
}

describe('a search over all installations', () => {
  it('reports the total and which lists it covers', async () => {
    const { open } = withLists();
    expect(await open('pager')).toMatchObject({
      total: 2,
      mistakes: [],
      coverage: {
        installations: 3,
        searched: 2,
        neverRead: ['initech'],
        notLoaded: [],
        oldestReadAt: earlier,
      },
    });
  });

  it.each<[string, string[]]>([
    ['', ['Webhook 1', 'Pager 10', 'pager 9']],
    ['installation:ACME pager', ['Pager 10']],
    ['-installation:acme', ['pager 9']],
    ['env:staging', []],
    ['env:production is:disabled', ['pager 9']],
    ['group:x', []],
  ])('%j finds %j', async (text, found) => {
    expect(await withLists().names(text)).toEqual(found);
  });

  it('returns nothing for an invalid query', async () => {
    const { open } = withLists();
    expect(await open('pager enviroment:test')).toMatchObject({
      total: 0,
      mistakes: [{ start: 6, end: 21 }],
    });
  });

  it.each<[SearchSort['by'], boolean, string[]]>([
    ['installation', true, ['pager 9', 'Webhook 1', 'Pager 10']],
    ['name', false, ['pager 9', 'Pager 10', 'Webhook 1']],
    ['name', true, ['Webhook 1', 'Pager 10', 'pager 9']],
    ['enabled', false, ['Webhook 1', 'Pager 10', 'pager 9']],
    ['enabled', true, ['pager 9', 'Webhook 1', 'Pager 10']],
    ['id', true, ['Pager 10', 'Webhook 1', 'pager 9']],
  ])('sorts by %s, descending %s', async (by, descending, sorted) => {
    expect(await withLists().names('', { by, descending })).toEqual(sorted);
  });

  it('sorts long results in the same order as short ones', { tags: 'slow' }, async () => {
    const { searches, snapshots, open } = started(['acme', 'globex']);
    const list = (name: (id: number) => string): Webhook[] =>
      Array.from({ length: 12_000 }, (_, id) => webhook(id, { name: name(id) }));
    snapshots.replaceList(
      'acme',
      later,
      list((id) => `Hook ${(id * 7_919) % 5_000}`),
    );
    snapshots.replaceList(
      'globex',
      later,
      list((id) => `hook ${id}`),
    );
    const all = async (text: string, descending: boolean): Promise<unknown[]> => {
      const { searchId, total } = await open(text, { by: 'name', descending });
      const keys: unknown[] = [];
      for (let from = 0; from < total; from += 500) {
        for (const { connectionId, key } of searches.rows(searchId, from, 500)) {
          keys.push(`${connectionId} ${key}`);
        }
      }
      return keys;
    };
    for (const descending of [false, true]) {
      const long = await all('hook', descending);
      expect(long).toHaveLength(24_000);
      for (const id of ['acme', 'globex']) {
        const short = await all(`hook installation:${id}`, descending);
        expect(long.filter((key) => String(key).startsWith(id))).toEqual(short);
      }
      // A changed webhook has no rank, so this search compares all names.
      snapshots.recordWrite('acme', 1, webhook(1, { name: 'Hook 2919' }));
      expect(await all('hook', descending)).toEqual(long);
      snapshots.replaceList(
        'acme',
        later,
        list((id) => `Hook ${(id * 7_919) % 5_000}`),
      );
    }
  });

  it('loads lists from disk, and reports unreadable ones', async () => {
    const first = withLists();
    await first.close();
    const { held } = first.ports.snapshots;
    const { ports, open } = started();
    for (const [id, snapshot] of held) ports.snapshots.held.set(id, snapshot);
    ports.snapshots.problem = plainProblem('storage-failed', 'The disk fails.', 'Repair it.');
    expect(await open('')).toMatchObject({
      total: 0,
      coverage: { searched: 0, notLoaded: ['acme', 'globex', 'initech'] },
    });
    ports.snapshots.problem = null;
    expect(await open('')).toMatchObject({ total: 3, coverage: { searched: 2, notLoaded: [] } });
  });

  it('follows writes, drafts and remote changes', async () => {
    const { snapshots, drafts, names, open, searches } = withLists();
    snapshots.recordWrite('acme', 1, webhook(1, { name: 'Renamed pager' }));
    snapshots.recordWrite('globex', 1, null);
    snapshots.recordWrite('globex', 3, webhook(3, { name: 'New pager' }));
    expect(await names('pager')).toEqual(['Renamed pager', 'Pager 10', 'New pager']);
    await drafts.add([aDraft({ webhookId: 2 }), aDraft({ id: 'new', webhookId: null })]);
    expect(await names('is:edited')).toEqual(['Pager 10']);
    expect(await names('pager -is:edited')).toEqual(['Renamed pager', 'New pager']);
    snapshots.replaceList('acme', later, [webhook(1, { name: 'Other' }), webhook(2)]);
    expect(await names('is:changed')).toEqual(['Other', 'Webhook 2']);
    const { searchId } = await open('is:edited is:changed');
    expect(searches.rows(searchId, 0, 1)).toMatchObject([
      { connectionId: 'acme', key: 2, edited: true, changed: true },
    ]);
  });

  it('returns the same as a scan of every webhook', async () => {
    const ids = ['acme', 'globex', 'initech'];
    const { settings, snapshots, open, searches } = started(ids);
    const expectedOf = (text: string): unknown[] => {
      const { terms } = parseQuery(text);
      const keys: unknown[] = [];
      for (const each of settings.saved) {
        const snapshot = snapshots.get(each.id);
        if (snapshot === null || !connectionMatches(terms, each)) continue;
        for (const found of snapshot.webhooks.values()) {
          const key = keyOf(found);
          const state = { edited: false, changed: snapshot.marks.has(key) };
          if (webhookMatches(terms, found, state)) keys.push([each.id, key]);
        }
      }
      return keys;
    };
    await fc.assert(
      fc.asyncProperty(fc.tuple(lists, lists, lists), lists, query, async (read, written, text) => {
        for (const [index, id] of ids.entries())
          snapshots.replaceList(id, later, read[index] ?? []);
        for (const each of written) {
          if (each.id !== null) snapshots.recordWrite('acme', each.id, each.enabled ? each : null);
        }
        const expected = expectedOf(`-installation:glo ${text}`);
        const { searchId, total } = await open(`-installation:glo ${text}`);
        const rows = searches.rows(searchId, 0, 500);
        expect(rows.map(({ connectionId, key }) => [connectionId, key])).toEqual(expected);
        expect(total).toBe(expected.length);
        searches.close(searchId);
      }),
      { numRuns: queries / 5 },
    );
  }, 120_000);
});

describe('an open search', () => {
  it('keeps its rows after a refresh, with their current content', async () => {
    const { snapshots, open, searches } = withLists();
    const { searchId } = await open('pager');
    snapshots.replaceList('acme', later, [webhook(2, { name: 'Renamed' })]);
    snapshots.recordWrite('globex', 1, null);
    expect(searches.rows(searchId, 0, 9)).toMatchObject([
      { connectionId: 'acme', key: 2, webhook: { name: 'Renamed' } },
      { connectionId: 'globex', key: 1, webhook: null },
    ]);
    expect(searches.rows(searchId, 1, 1)).toHaveLength(1);
    expect(searches.rows(searchId, 5, 1)).toEqual([]);
  });

  it('selects all results except some', async () => {
    const { snapshots, open, searches } = withLists();
    const repeated = { kind: 'repeated', id: 7, count: 2 } as const;
    snapshots.replaceList('globex', later, [
      webhook(1),
      { ...webhook(7), id: null, key: '7#1', idDefect: repeated },
      { ...webhook(7), id: null, key: '7#2', idDefect: repeated },
    ]);
    const { searchId, total } = await open('');
    expect(total).toBe(5);
    snapshots.recordWrite('acme', 2, null);
    expect(await searches.selection(searchId, [{ connectionId: 'globex', key: '7#2' }])).toEqual({
      installations: [
        { connectionId: 'acme', webhooks: [{ id: 1, digest: digestOf(webhook(1)) }] },
        { connectionId: 'globex', webhooks: [{ id: 1, digest: digestOf(webhook(1)) }] },
      ],
      withoutId: 1,
    });
    const except = [{ connectionId: 'acme', key: 1 }];
    expect((await searches.selection(searchId, except)).installations).toEqual([
      { connectionId: 'globex', webhooks: [{ id: 1, digest: digestOf(webhook(1)) }] },
    ]);
  });

  it('ends when it is closed, or after many newer ones', async () => {
    const { open, searches } = withLists();
    const { searchId } = await open('');
    searches.close(searchId);
    expect(() => searches.rows(searchId, 0, 1)).toThrow(closed);
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1) ids.push((await open('')).searchId);
    expect(() => searches.rows(ids[0] ?? '', 0, 1)).toThrow(closed);
    expect(searches.rows(ids[1] ?? '', 0, 1)).toHaveLength(1);
  });

  it('stops when it is cancelled', async () => {
    const { searches } = withLists();
    const opening = searches.open('', byInstallation, AbortSignal.abort());
    await expect(opening).rejects.toMatchObject({ problem: { code: 'aborted' } });
  });
});

describe('indexes and ranks', () => {
  const turn = () => new Promise(setImmediate);
  const byName: SearchSort = { by: 'name', descending: false };

  it('are not built while no list is read', async () => {
    const first = withLists();
    await first.close();
    const { ports, clock, snapshots } = started();
    for (const [id, snapshot] of first.ports.snapshots.held) ports.snapshots.held.set(id, snapshot);
    await turn();
    expect(clock.sleepers).toBe(0);
    expect(snapshots.connections()).toEqual([]);
  });

  it.each<[string, (fixture: ReturnType<typeof withLists>) => void]>([
    ['locking', ({ ports: { vault } }) => vault.lock()],
    ['the end', ({ searches }) => searches.end()],
  ])('are not built after %s', async (_, cancel) => {
    const fixture = withLists();
    const { clock } = fixture;
    const { sleepers } = clock;
    cancel(fixture);
    await turn();
    expect(clock.sleepers).toBe(sleepers - 1);
  });

  it('are built after the vault is unlocked again', async () => {
    const { ports, clock } = withLists();
    ports.vault.lock();
    await turn();
    const { sleepers } = clock;
    ports.vault.turn('ready');
    await turn();
    expect(clock.sleepers).toBe(sleepers + 1);
  });

  it('do not delay a search while they are built', async () => {
    const { clock, names } = withLists();
    // Only a moved clock continues the build.
    const { sleepers } = clock;
    expect(await names('', byName)).toEqual(['pager 9', 'Pager 10', 'Webhook 1']);
    expect(clock.sleepers).toBe(sleepers);
  });
});

describe('locking the vault', () => {
  it('ends every search, including a running one', async () => {
    const { ports, open, searches, clock } = withLists();
    const { searchId } = await open('');
    const locked = { problem: { code: 'vault-locked' } };
    // Each read of the clock takes long, so that the search yields.
    vi.spyOn(clock, 'elapsed').mockImplementation(() => {
      clock.move(100);
      return clock.now().getTime();
    });
    const running = open('');
    ports.vault.lock();
    await expect(running).rejects.toMatchObject(locked);
    expect(() => searches.rows(searchId, 0, 1)).toThrow('The vault is locked.');
    await expect(open('')).rejects.toMatchObject(locked);
    await expect(searches.values('host', '')).rejects.toMatchObject(locked);
    ports.vault.turn('ready');
    expect(() => searches.rows(searchId, 0, 1)).toThrow(closed);
    expect(await open('')).toMatchObject({ total: 3 });
  });

  it('does not wait for lists while the keychain does not answer', async () => {
    const { ports, open } = started();
    ports.vault.turn('waiting');
    expect(await open('')).toMatchObject({
      coverage: { notLoaded: ['acme', 'globex', 'initech'] },
    });
  });
});

describe('watching a search', () => {
  it.each(Array.from({ length: 17 }, (_, index) => index + 1))(
    'reports an outdated result when a missing list is read during turn %i',
    async (turn) => {
      const { clock, open, searches, snapshots } = withLists();
      let elapsed = 0;
      let turns = 0;
      vi.spyOn(clock, 'elapsed').mockImplementation(() => (elapsed += 1_000));
      vi.spyOn(clock, 'yieldToEventLoop').mockImplementation(() => {
        turns += 1;
        if (turns === turn) snapshots.replaceList('initech', later, [webhook(1)]);
        return Promise.resolve();
      });
      const { version, total, coverage } = await open('', { by: 'name', descending: false });
      expect(turns).toBeGreaterThanOrEqual(turn);
      const now = (await searches.watch().next()).value?.version ?? 0;
      if (version === now)
        expect({ total, searched: coverage.searched }).toEqual({ total: 4, searched: 3 });
      else expect(version).toBeLessThan(now);
    },
  );

  it('reports a higher version after a change, at most twice a second', async () => {
    const { searches, snapshots, settings, connections, clock, drafts, ports, open } = withLists();
    const stop = new AbortController();
    const seen: number[] = [];
    let last = 1;
    const watching = (async () => {
      for await (const { version } of searches.watch(stop.signal)) seen.push(version);
    })();
    const reported = async (): Promise<void> => {
      const { version } = await open('');
      expect(version).toBeGreaterThan(last);
      last = version;
      await vi.waitFor(() => {
        clock.move(500);
        expect(seen.at(-1)).toBe(version);
      });
    };
    await vi.waitFor(() => {
      expect(seen).toHaveLength(1);
    });
    snapshots.recordWrite('acme', 1, null);
    await reported();
    await drafts.add([aDraft()]);
    await reported();
    connections.reorder(settings.saved.map(({ id }) => id).toReversed());
    await reported();
    ports.vault.lock();
    ports.vault.turn('ready');
    await reported();
    const { length } = seen;
    for (let id = 10; id < 60; id += 1) snapshots.recordWrite('acme', id, webhook(id));
    await vi.waitFor(() => {
      expect(seen).toHaveLength(length + 1);
    });
    stop.abort();
    await watching.catch(() => undefined);
  });
});

describe('completion', () => {
  it.each<[TermName, string, string[]]>([
    ['installation', 'e', ['acme', 'globex', 'initech']],
    ['installation', 'IN', ['initech']],
    ['host', 'example', ['hooks.example.com']],
    ['header', 'team', ['X-Team']],
    ['header', 'canary', []],
    ['method', 'p', ['POST']],
    ['is', 'ed', ['edited', 'changed', 'disabled', 'enabled']],
    ['env', 'prod', ['production']],
    ['group', '', []],
    ['template', '', []],
    ['id', '', []],
  ])('suggests values of %s for %j', async (term, text, values) => {
    const { searches, snapshots } = started();
    snapshots.replaceList('acme', later, [
      webhook(1, { headers: [{ id: 1, name: 'X-Team', value: 'canary' }] }),
    ]);
    expect(await searches.values(term, text)).toEqual(values);
  });

  it('returns at most 20 values', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `acme-${index}`);
    expect(await started(ids).searches.values('installation', 'acme')).toHaveLength(20);
  });
});
