import { describe, expect, it, vi } from 'vitest';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { dataKeyMissing } from '../vault/vault-problems.ts';
import type { EntryEnd } from './journal.ts';
import { aFilter, aNewEntry, started, startedOver } from '#test-support/journal-fixture.ts';

const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
const done: EntryEnd = { outcome: 'done', after: null, problem: null, notes: [] };
const unknown: EntryEnd = { ...done, outcome: 'unknown' };

describe('the journal', () => {
  it('writes an entry before `begin` resolves, and its outcome soon after `complete`', async () => {
    const { journal, store, clock } = started();
    const [entry] = await journal.begin([aNewEntry()]);
    expect(entry).toMatchObject({ who: 'ada', outcome: 'sent', endedAt: null, at: clock.now() });
    if (entry === undefined) throw new Error('There is no entry.');
    expect(store.held.get(entry.id)).toEqual(entry);
    clock.move(1_000);
    const completed = await journal.complete(entry, { ...done, webhookId: 12, notes: ['Good.'] });
    expect(completed).toMatchObject({ outcome: 'done', webhookId: 12, endedAt: clock.now() });
    expect(await journal.read(entry.id)).toEqual(completed);
    clock.move(20);
    await vi.waitFor(() => {
      expect(store.held.get(entry.id)).toEqual(completed);
    });
    expect(journal.state()).toMatchObject({ status: 'kept', waiting: 0, open: [] });
  });

  it('writes entries together that begin during a write', async () => {
    const { journal, store } = started();
    await journal.begin([aNewEntry()]);
    const writes = store.writes.length;
    const begun = Array.from({ length: 8 }, () => journal.begin([aNewEntry()]));
    const [[first] = []] = await Promise.all(begun);
    expect(store.writes.slice(writes)).toEqual([8]);
    expect(new Set([...store.held.keys()]).size).toBe(9);
    if (first !== undefined) await journal.complete(first, unknown);
    expect(await journal.openEntries('acme')).toMatchObject([{ id: first?.id }]);
  });

  it('writes outcomes together with the next entries', async () => {
    const { journal, store } = started();
    const entries = await journal.begin([aNewEntry(), aNewEntry()]);
    const writes = store.writes.length;
    for (const entry of entries) await journal.complete(entry, done);
    await journal.begin([aNewEntry()]);
    expect(store.writes.slice(writes)).toEqual([3]);
    expect([...store.held.values()].map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'sent',
    ]);
  });

  it.each([
    ['locked', 'vault-locked'],
    ['unavailable', 'vault-locked'],
  ] as const)(
    'with a vault that is %s refuses entries, and says that nothing was sent',
    async (status, code) => {
      const { journal, store, vault } = started(status);
      const beginning = journal.begin([aNewEntry()]);
      await expect(beginning).rejects.toMatchObject({
        problem: { code, message: expect.stringContaining('Nothing was sent') as string },
      });
      expect(store.held.size).toBe(0);
      expect(journal.state()).toMatchObject({ status: 'locked', waiting: 0 });
      await expect(journal.page(aFilter(), null, 10)).rejects.toMatchObject({ problem: { code } });
      vault.turn('ready');
      await vi.waitFor(() => {
        expect(journal.state().status).toBe('kept');
      });
      await journal.begin([aNewEntry()]);
      expect(store.held.size).toBe(1);
    },
  );

  it('refuses entries when the disk fails, with advice', async () => {
    const { journal, store } = started();
    store.problem = full;
    await expect(journal.begin([aNewEntry()])).rejects.toMatchObject({
      problem: {
        code: 'storage-failed',
        message: expect.stringMatching(/^Nothing was sent.*The disk is full/) as string,
        advice: 'Make room. Then publish again.',
      },
    });
    expect(journal.state()).toMatchObject({ status: 'failed', problem: full });
    store.problem = dataKeyMissing().problem;
    await expect(journal.begin([aNewEntry()])).rejects.toMatchObject({
      problem: { code: 'data-key-missing' },
    });
  });

  it('never loses an outcome when the disk fails, and retries the write', async () => {
    const { journal, store, clock } = started();
    const [entry] = await journal.begin([aNewEntry()]);
    if (entry === undefined) throw new Error('There is no entry.');
    store.problem = full;
    await journal.complete(entry, done);
    clock.move(100);
    await vi.waitFor(() => {
      expect(journal.state()).toMatchObject({ status: 'failed', waiting: 1 });
    });
    expect(await journal.read(entry.id)).toMatchObject({ outcome: 'done' });
    expect(store.held.get(entry.id)?.outcome).toBe('sent');
    store.problem = null;
    await vi.waitFor(() => {
      clock.move(500);
      expect(journal.state()).toMatchObject({ status: 'kept', waiting: 0 });
    });
    expect(store.held.get(entry.id)?.outcome).toBe('done');
  });

  it('never loses an outcome when the vault was locked before the write', async () => {
    const { journal, store, vault, clock } = started();
    const [entry] = await journal.begin([aNewEntry()]);
    if (entry === undefined) throw new Error('There is no entry.');
    vault.turn('locked');
    await journal.complete(entry, done);
    clock.move(20);
    await vi.waitFor(() => {
      expect(journal.state()).toMatchObject({ status: 'locked', waiting: 1 });
    });
    vault.turn('ready');
    await vi.waitFor(() => {
      expect(store.held.get(entry.id)?.outcome).toBe('done');
    });
  });

  it('shows an outcome before it is on disk', async () => {
    const { journal, store } = started();
    const [entry] = await journal.begin([aNewEntry()]);
    if (entry === undefined) throw new Error('There is no entry.');
    store.write = () => Promise.reject(new ProblemError(full));
    await journal.complete(entry, done);
    expect(store.held.get(entry.id)?.outcome).toBe('sent');
    const { entries } = await journal.page(aFilter(), null, 10);
    expect(entries).toMatchObject([{ id: entry.id, outcome: 'done' }]);
  });

  it('stays in memory with a vault in memory, and is written once the vault is on disk', async () => {
    const { journal, store, vault } = started('memory');
    const ids: string[] = [];
    for (const connectionId of ['acme', 'globex', 'acme']) {
      const [entry] = await journal.begin([aNewEntry({ connectionId })]);
      if (entry !== undefined) ids.push((await journal.complete(entry, unknown)).id);
    }
    expect(journal.state()).toMatchObject({
      status: 'memory',
      waiting: 3,
      open: [
        { connectionId: 'acme', count: 2 },
        { connectionId: 'globex', count: 1 },
      ],
    });
    expect(journal.state().reason).toContain('deleted when Hookdesk closes');
    expect(store.held.size).toBe(0);
    const first = await journal.page(aFilter(), null, 2);
    expect(first.entries.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const second = await journal.page(aFilter(), first.next, 2);
    expect([second.entries.map(({ id }) => id), second.next]).toEqual([[ids[0]], null]);
    const acme = await journal.page(aFilter({ connectionId: 'acme' }), null, 2);
    expect([acme.entries.length, acme.next]).toEqual([2, null]);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect([...store.held.keys()]).toEqual(ids);
    });
    await expect(journal.page(aFilter(), first.next, 2)).rejects.toThrow('from memory to disk');
  });

  it('stays in memory when a newer Hookdesk wrote the file', async () => {
    const { journal, drafts } = started();
    drafts.refusal = 'hookdesk.sqlite was written by a newer version of Hookdesk.';
    await journal.begin([aNewEntry()]);
    expect(journal.state()).toMatchObject({ status: 'memory', reason: drafts.refusal });
  });

  it('counts open entries from earlier starts, but no request in progress', async () => {
    const store = new FakeJournalStore();
    const left = anEntry({ id: 'left', outcome: 'sent', endedAt: null, after: null });
    store.held.set('left', { ...left, at: new Date('2020-01-01T00:00:00Z') });
    const { journal } = startedOver(store);
    await vi.waitFor(() => {
      expect(journal.state().open).toEqual([{ connectionId: 'acme', count: 1 }]);
    });
    const [entry] = await journal.begin([aNewEntry()]);
    expect(journal.state().open).toEqual([{ connectionId: 'acme', count: 1 }]);
    const open = await journal.openEntries();
    expect(open.map(({ id }) => id)).toEqual(['left']);
    for (const each of open) await journal.complete(each, done);
    if (entry !== undefined) await journal.complete(entry, unknown);
    expect(journal.state().open).toEqual([{ connectionId: 'acme', count: 1 }]);
    expect((await journal.openEntries('acme')).map(({ id }) => id)).toEqual([entry?.id]);
    expect(await journal.openEntries('globex')).toEqual([]);
  });

  it('notifies watchers of each write', async () => {
    const { journal } = started();
    const end = new AbortController();
    const states = journal.watch(end.signal);
    expect((await states.next()).value).toMatchObject({ status: 'opening' });
    expect((await states.next()).value).toMatchObject({ status: 'kept' });
    const [entry] = await journal.begin([aNewEntry()]);
    expect((await states.next()).value).toMatchObject({ status: 'kept', open: [] });
    if (entry !== undefined) await journal.complete(entry, unknown);
    const told = states.next();
    expect((await told).value).toMatchObject({ open: [{ connectionId: 'acme', count: 1 }] });
    end.abort();
  });

  it('explains why an entry may be missing', async () => {
    await expect(started().journal.read('none')).rejects.toMatchObject({
      problem: { code: 'refused', advice: expect.stringContaining('age') as string },
    });
  });

  it('writes pending outcomes on close', async () => {
    const { journal, store } = started();
    const [entry] = await journal.begin([aNewEntry()]);
    if (entry === undefined) throw new Error('There is no entry.');
    store.problem = full;
    await journal.complete(entry, done);
    store.problem = null;
    await journal.close();
    expect(store.held.get(entry.id)?.outcome).toBe('done');
  });

  it('closes after a time limit, even when a write never ends', async () => {
    const { journal, store, clock } = started();
    const [entry] = await journal.begin([aNewEntry()]);
    if (entry === undefined) throw new Error('There is no entry.');
    store.write = () => new Promise(() => undefined);
    void journal.complete(entry, done);
    const closing = journal.close();
    await vi.waitFor(() => {
      expect(clock.sleepers).toBe(1);
    });
    clock.move(1_000);
    await closing;
  });
});
