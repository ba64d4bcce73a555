import { describe, expect, it, vi } from 'vitest';
import { plainError } from '#domain/problem.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { aNewEntry, started, startedOver } from '#test-support/journal-fixture.ts';
import type { EntryEnd } from './journal.ts';

const done: EntryEnd = { outcome: 'done', after: null, problem: null, notes: [] };

describe('old entries', () => {
  const at = (days: number): Date => new Date(Date.UTC(2030, 0, 2, 3, 4, 5) - days * 86_400_000);
  const aged = (ages = [400, 366, 364, 31, 29, 1]) => {
    const store = new FakeJournalStore();
    for (const days of ages) {
      store.held.set(`${days}`, anEntry({ id: `${days}`, at: at(days) }));
    }
    store.held.set('open', anEntry({ id: 'open', at: at(500), outcome: 'unknown' }));
    return store;
  };

  it('are deleted at the start after a year, except open ones, and counted', async () => {
    const { journal, store, clock } = startedOver(aged());
    await vi.waitFor(() => {
      expect(journal.state().pruned).toEqual({ at: clock.now(), count: 2, before: at(365) });
    });
    expect([...store.held.keys()].sort()).toEqual(['1', '29', '31', '364', 'open']);
    expect(journal.state().keepDays).toBe(365);
  });

  it('are deleted at once after a shorter period is chosen, which is saved', async () => {
    const { journal, store, settings } = startedOver(aged());
    await journal.begin([aNewEntry()]);
    expect(await journal.setRetention(30)).toMatchObject({
      keepDays: 30,
      pruned: { before: at(30) },
    });
    expect(settings.settings().journalDays).toBe(30);
    expect([...store.held.keys()]).toEqual(expect.arrayContaining(['29', '1', 'open']));
    expect(store.held.has('31')).toBe(false);
  });

  it('that cannot be deleted do not hide the open ones', async () => {
    const store = aged();
    store.prune = () => Promise.reject(plainError('storage-failed', 'The disk is full.', ''));
    const { journal } = startedOver(store);
    expect((await journal.openEntries()).map(({ id }) => id)).toEqual(['open']);
  });

  it('are deleted once a day', async () => {
    const { journal, store, clock } = startedOver(aged());
    await vi.waitFor(() => {
      expect(journal.state().pruned).not.toBeNull();
    });
    clock.move(23 * 3_600_000);
    await journal.begin([aNewEntry()]);
    expect(store.held.has('364')).toBe(true);
    clock.move(25 * 3_600_000);
    await journal.begin([aNewEntry()]);
    await vi.waitFor(() => {
      expect(store.held.has('364')).toBe(false);
    });
  });

  const open = async (store: FakeJournalStore) => {
    const fixture = startedOver(store);
    await vi.waitFor(() => {
      expect(fixture.journal.state().status).toBe('kept');
    });
    return fixture;
  };

  it.each([
    ['stay where nothing confirms the clock', [400, 33], true],
    ['stay where only what it dated itself does', [400, 0.9, 0], true],
    ['go where something is a day old', [400, 1], false],
    ['go where something is 32 days old', [400, 32], false],
    ['are none where nothing is old', [300, 33], false],
  ])('%s', async (_, ages, areHeldBack) => {
    const store = aged(ages);
    const { journal } = await open(store);
    const state = await journal.setRetention(365);
    const heldBack = { at: at(0), before: at(365) };
    expect(state.heldBack).toEqual(areHeldBack ? heldBack : null);
    expect(store.held.has('400')).toBe(areHeldBack);
  });

  it('that are held back are deleted when a person confirms the clock', async () => {
    const { journal, clock, restarted } = await open(aged([400, 33]));
    await journal.setRetention(365);
    expect(await journal.setRetention(365, true)).toMatchObject({
      heldBack: null,
      pruned: { count: 1 },
    });
    // From then on the clock is trusted.
    clock.move(340 * 86_400_000);
    expect(await journal.setRetention(365)).toMatchObject({ heldBack: { at: clock.now() } });
    await journal.setRetention(365, true);
    clock.move(86_400_000);
    const later = restarted();
    await vi.waitFor(() => {
      expect(later.state().status).toBe('kept');
    });
    expect(await later.setRetention(364)).toMatchObject({ heldBack: null });
  });

  it('stay, however often Hookdesk starts with a clock that is years ahead', async () => {
    const first = await open(aged([1_500, 1_460]));
    const { store, clock, restarted } = first;
    let { journal } = first;
    for (const days of [1, 2, 10, 31, 60]) {
      const [entry] = await journal.begin([aNewEntry()]);
      if (entry !== undefined) await journal.complete(entry, done);
      await journal.onDisk();
      expect(await journal.setRetention(365)).toMatchObject({
        heldBack: { at: clock.now() },
        pruned: null,
      });
      await journal.close();
      clock.move(days * 86_400_000);
      journal = restarted();
      await vi.waitFor(() => {
        expect(journal.state()).toMatchObject({ status: 'kept', heldBack: { at: clock.now() } });
      });
      expect(store.held.has('1500')).toBe(true);
    }
    expect(await journal.setRetention(365, true)).toMatchObject({
      heldBack: null,
      pruned: { count: 2 },
    });
  });

  it('stay when the clock jumps ahead while Hookdesk runs', async () => {
    const { journal, store, clock } = await open(aged([40, 1]));
    await journal.setRetention(365);
    for (const days of [1_460, 1, 1]) {
      clock.move(days * 86_400_000);
      await journal.begin([aNewEntry()]);
      await vi.waitFor(() => {
        expect(journal.state().heldBack).toMatchObject({ at: clock.now() });
      });
    }
    expect(store.held.has('40')).toBe(true);
  });

  it('are deleted again once a clock that was years ahead is right', async () => {
    const { journal, store, clock } = await open(aged([400, 1]));
    clock.move(1_460 * 86_400_000);
    expect(await journal.setRetention(365)).toMatchObject({ heldBack: { at: clock.now() } });
    clock.move(-1_459 * 86_400_000);
    expect(await journal.setRetention(365)).toMatchObject({ heldBack: null });
    expect(store.held.has('1')).toBe(true);
  });

  it('are deleted from memory, too', async () => {
    const { journal, clock } = started('memory');
    const [old, open] = await journal.begin([aNewEntry(), aNewEntry()]);
    if (old !== undefined) await journal.complete(old, done);
    clock.move(366 * 86_400_000);
    expect(await journal.setRetention(365, true)).toMatchObject({
      waiting: 1,
      pruned: { count: 1 },
    });
    expect(await journal.read(open?.id ?? '')).toMatchObject({ outcome: 'sent' });
  });
});
