import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { aSummary } from './testing/a-summary.ts';
import { aJournalState, JournalHost } from './testing/journal-host.fake.ts';
import { History } from './history.svelte.ts';

/** Entries e0, e1 and so on, the newest first; every third one of globex. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aSummary({
      id: `e${index}`,
      name: `Webhook ${index}`,
      connectionId: index % 3 === 0 ? 'globex' : 'acme',
    }),
  );

const ids = (history: History): string[] => history.entries.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the timers by 1 s, so that the pending requests complete. */
const settled = () => vi.advanceTimersByTimeAsync(1_000);

describe('reading', () => {
  it('reads page by page, each entry once, up to the oldest entry', async () => {
    const host = new JournalHost(entries(250));
    const history = new History(host.api);
    await history.read();
    expect(history.entries).toHaveLength(100);
    await Promise.all([history.more(), history.more()]);
    expect(history.entries).toHaveLength(200);
    await history.more();
    await history.more();
    expect(ids(history)).toEqual(entries(250).map(({ id }) => id));
    expect(history.hasMore).toBe(false);
    expect(host.asked).toHaveLength(3);
  });

  it('applies a chosen filter at once and a typed text after a pause', async () => {
    const host = new JournalHost(entries(250));
    const history = new History(host.api);
    await history.read();
    await history.more();
    history.changeFilter({ connectionId: 'globex' });
    await settled();
    expect(history.entries).toHaveLength(84);
    history.changeFilter({ text: 'Webhook 2' });
    history.changeFilter({ text: 'Webhook 24' });
    await settled();
    expect(ids(history)).toEqual(['e24', 'e240', 'e243', 'e246', 'e249']);
    expect(host.asked.map(({ filter }) => filter.text).filter(Boolean)).toEqual(['Webhook 24']);
  });

  it('ignores a late response to an earlier filter', async () => {
    const host = new JournalHost(entries(30));
    const history = new History(host.api);
    const slow = Promise.withResolvers<null>();
    host.gate = slow.promise;
    const first = history.read();
    host.gate = Promise.resolve();
    history.changeFilter({ connectionId: 'globex' });
    await settled();
    slow.resolve(null);
    await first;
    expect(history.entries).toHaveLength(10);
    expect(history.isCurrent).toBe(true);
  });

  it('continues a partial search to the last entry while History is shown', async () => {
    const host = new JournalHost(entries(500));
    host.timeLimit = 40;
    const history = new History(host.api);
    const leave = history.show();
    await settled();
    history.changeFilter({ text: 'Webhook 49' });
    await settled();
    expect(ids(history)).toEqual([
      'e49',
      ...entries(500)
        .slice(490)
        .map(({ id }) => id),
    ]);
    expect(history.hasMore).toBe(false);
    leave();
    const before = host.asked.length;
    history.changeFilter({ text: 'Webhook 48' });
    await settled();
    expect(host.asked.length - before).toBe(1);
  });

  it('starts a search while an abandoned one still runs', async () => {
    const host = new JournalHost(entries(500));
    host.timeLimit = 40;
    const history = new History(host.api);
    const leave = history.show();
    await settled();
    const slow = Promise.withResolvers<null>();
    history.changeFilter({ text: 'Webhook 49' });
    await vi.advanceTimersByTimeAsync(200);
    host.gate = slow.promise;
    await settled();
    host.gate = Promise.resolve();
    history.changeFilter({ text: 'Webhook 48' });
    await settled();
    slow.resolve(null);
    await settled();
    expect(ids(history)).toEqual([
      'e48',
      ...entries(490)
        .slice(480)
        .map(({ id }) => id),
    ]);
    leave();
  });

  it('ignores a late page of the previous filter', async () => {
    const host = new JournalHost(entries(250));
    const history = new History(host.api);
    await history.read();
    const slow = Promise.withResolvers<null>();
    host.gate = slow.promise;
    const more = history.more();
    host.gate = Promise.resolve();
    history.changeFilter({ connectionId: 'globex' });
    await settled();
    slow.resolve(null);
    await more;
    expect(history.entries.every(({ connectionId }) => connectionId === 'globex')).toBe(true);
  });

  it('shows a problem, keeps the entries and continues after the vault opens', async () => {
    const host = new JournalHost(entries(3));
    const history = new History(host.api);
    void history.follow();
    const leave = history.show();
    await settled();
    host.gate = Promise.reject(
      new ProblemError(plainProblem('vault-locked', 'Locked.', 'Unlock.')),
    );
    host.tell(aJournalState({ status: 'locked' }));
    await settled();
    expect(history.problem).not.toBeNull();
    expect(history.entries).toHaveLength(3);
    host.gate = Promise.resolve();
    host.tell(aJournalState());
    await settled();
    expect(history.problem).toBeNull();
    leave();
  });
});

describe('while History is shown', () => {
  it('adds new entries, updates ended ones and keeps the older ones', async () => {
    const host = new JournalHost(entries(700));
    const history = new History(host.api);
    void history.follow();
    const leave = history.show();
    await settled();
    while (history.hasMore) await history.more();
    host.entries = [
      aSummary({ id: 'new' }),
      aSummary({ id: 'e0', outcome: 'differs' }),
      ...host.entries.slice(1),
    ];
    host.tell();
    await settled();
    expect(ids(history)).toEqual(host.entries.map(({ id }) => id));
    expect(history.find('e0')?.outcome).toBe('differs');
    expect(history.hasMore).toBe(false);
    leave();
  });

  it('reads once for a burst of writes', async () => {
    const host = new JournalHost(entries(3));
    const history = new History(host.api);
    void history.follow();
    const leave = history.show();
    host.tell();
    await settled();
    const before = host.asked.length;
    for (let write = 0; write < 50; write++) {
      host.tell();
      await vi.advanceTimersByTimeAsync(1);
    }
    await settled();
    expect(host.asked.length - before).toBe(1);
    leave();
  });

  it('completes a slow read during continuous writes', async () => {
    const host = new JournalHost(entries(3));
    const history = new History(host.api);
    void history.follow();
    const leave = history.show();
    host.tell();
    await settled();
    const slow = Promise.withResolvers<null>();
    host.gate = slow.promise;
    host.entries = [aSummary({ id: 'new' }), ...host.entries];
    for (let write = 0; write < 10; write++) {
      host.tell();
      await settled();
    }
    slow.resolve(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids(history)[0]).toBe('new');
    leave();
  });

  it('reads entries, and none after it is hidden', async () => {
    const host = new JournalHost(entries(3));
    const history = new History(host.api);
    void history.follow();
    history.show()();
    await settled();
    const before = host.asked.length;
    host.tell(aJournalState({ open: [{ connectionId: 'acme', count: 2 }] }));
    await settled();
    expect(host.asked).toHaveLength(before);
    expect(history.openCount).toBe(2);
  });
});

describe('reading all entries', () => {
  it('reads every older entry once', async () => {
    const host = new JournalHost(entries(1_750));
    const history = new History(host.api);
    await history.read();
    // readAll() waits for the page in flight.
    await Promise.all([history.more(), history.readAll()]);
    expect(ids(history)).toEqual(entries(1_750).map(({ id }) => id));
    expect(history.hasMore).toBe(false);
    expect(history.readingAll).toBeNull();
    expect(host.asked.map(({ limit }) => limit)).toEqual([100, 100, 500, 500, 500, 500]);
  });

  it('applies a filter whose entries are not loaded yet', async () => {
    const host = new JournalHost(entries(1_500));
    const history = new History(host.api);
    await history.read();
    history.changeFilter({ text: 'Webhook' });
    history.changeFilter({ connectionId: 'globex', text: '' });
    await history.readAll();
    expect(history.entries).toHaveLength(500);
    expect(history.hasMore).toBe(false);
  });

  it('reports its progress and keeps its entries after a stop', async () => {
    const host = new JournalHost(entries(6_000));
    const history = new History(host.api);
    await history.read();
    const slow = Promise.withResolvers<null>();
    host.gate = slow.promise;
    const reading = history.readAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(history.readingAll).toEqual({ done: 100, total: 6_000 });
    history.open('e3');
    expect(history.back()).toBe(true);
    expect([history.readingAll, history.openedId]).toEqual([null, 'e3']);
    slow.resolve(null);
    await reading;
    expect(history.entries).toHaveLength(600);
    await history.more();
    expect(ids(history)).toEqual(entries(700).map(({ id }) => id));
  });
});

describe('History', () => {
  it('finds the undo of an entry, except a failed undo', async () => {
    const host = new JournalHost([
      aSummary({ id: 'u2', undoes: 'e1', outcome: 'failed' }),
      aSummary({ id: 'u1', undoes: 'e0' }),
      ...entries(2),
    ]);
    const history = new History(host.api);
    await history.read();
    expect(history.undoneBy('e0')?.id).toBe('u1');
    expect(history.undoneBy('e1')).toBeNull();
  });

  it('shows no undo that was undone itself, and the one after that', async () => {
    const redone = [
      aSummary({ id: 'redo', undoes: 'u1' }),
      aSummary({ id: 'u1', undoes: 'e0' }),
      ...entries(1),
    ];
    const host = new JournalHost(redone);
    const history = new History(host.api);
    await history.read();
    expect(history.undoneBy('e0')).toBeNull();
    expect(history.undoneBy('u1')?.id).toBe('redo');
    const again = new History(
      new JournalHost([aSummary({ id: 'u2', undoes: 'e0' }), ...redone]).api,
    );
    await again.read();
    expect(again.undoneBy('e0')?.id).toBe('u2');
  });

  it('compares the older entry with the newer one in any order of selection', async () => {
    const history = new History(new JournalHost(entries(5)).api);
    await history.read();
    for (const [one, other] of [
      ['e1', 'e4'],
      ['e4', 'e1'],
    ] as const) {
      history.compare(one, other);
      expect(history.sidePane).toEqual({ kind: 'comparison', entryIds: ['e4', 'e1'] });
    }
  });

  it('closes the entry on back, and clears the selection on the next back', async () => {
    const history = new History(new JournalHost(entries(5)).api);
    await history.read();
    history.selection.toggle('e1');
    history.open('e2');
    expect([history.back(), history.openedId, history.selection.size]).toEqual([true, null, 1]);
    expect([history.back(), history.selection.size]).toEqual([true, 0]);
    expect(history.back()).toBe(false);
  });

  it('clears the selection of entries when the filter changes', async () => {
    const history = new History(new JournalHost(entries(5)).api);
    await history.read();
    history.selection.toggle('e1');
    history.changeFilter({ connectionId: 'globex' });
    expect(history.selection.size).toBe(0);
  });

  it('finds the latest request for a webhook', async () => {
    const host = new JournalHost([aSummary({ id: 'x', webhookId: 9 }), ...entries(5)]);
    const history = new History(host.api);
    expect((await history.latestOf('acme', 7))?.id).toBe('e1');
    expect(await history.latestOf('acme', 8)).toBeNull();
  });
});

it('entries held back for a wrong clock are deleted after a person confirms the clock', async () => {
  const history = new History(new JournalHost([]).api);
  await history.keep(30);
  expect(history.state).toMatchObject({
    keepDays: 30,
    heldBack: { at: expect.any(Date) as Date },
  });
  await history.removeHeldBack();
  expect(history.state).toMatchObject({ keepDays: 30, heldBack: null });
});
