import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { aSummary } from './testing/an-entry.ts';
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

/** What was asked for is answered, with all that this sets off. */
const settled = () => vi.advanceTimersByTimeAsync(1_000);

describe('reading', () => {
  it('reads page by page, each entry once, until there is none left', async () => {
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

  it('shows other entries at once where something is chosen, and after a moment where it is typed', async () => {
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

  it('a slower answer to an earlier question does not win', async () => {
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

  it('a search that ends before it found something goes on while somebody looks, up to the end', async () => {
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

  it('a search that is given up does not hold up the next one', async () => {
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

  it('a page of a list that is not shown any more is dropped', async () => {
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

  it('says why it cannot be read, keeps what is in sight, and goes on when the vault is open', async () => {
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

describe('while it is looked at', () => {
  it('new entries come on top, ended ones change, and what was read of older ones stays', async () => {
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

  it('a stretch of writes is read once', async () => {
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

  it('writes that never cease do not keep a slow reading from its end', async () => {
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

  it('asks for nothing once nobody looks', async () => {
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

describe('the way to the very last entry', () => {
  it('reads every older entry once', async () => {
    const host = new JournalHost(entries(1_750));
    const history = new History(host.api);
    await history.read();
    // A page that is on its way already is waited for.
    await Promise.all([history.more(), history.readAll()]);
    expect(ids(history)).toEqual(entries(1_750).map(({ id }) => id));
    expect(history.hasMore).toBe(false);
    expect(history.readingAll).toBeNull();
    expect(host.asked.map(({ limit }) => limit)).toEqual([100, 100, 500, 500, 500, 500]);
  });

  it('is that of the filter, also where its entries are not in sight yet', async () => {
    const host = new JournalHost(entries(1_500));
    const history = new History(host.api);
    await history.read();
    history.changeFilter({ text: 'Webhook' });
    history.changeFilter({ connectionId: 'globex', text: '' });
    await history.readAll();
    expect(history.entries).toHaveLength(500);
    expect(history.hasMore).toBe(false);
  });

  it('says how far it is, and keeps what was read where somebody stops it', async () => {
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

describe('what is done with entries', () => {
  it('knows what takes an entry back, unless that did nothing', async () => {
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

  it('compares the older entry with the newer one, however they were chosen', async () => {
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

  it('goes back step by step', async () => {
    const history = new History(new JournalHost(entries(5)).api);
    await history.read();
    history.selection.toggle('e1');
    history.open('e2');
    expect([history.back(), history.openedId, history.selection.size]).toEqual([true, null, 1]);
    expect([history.back(), history.selection.size]).toEqual([true, 0]);
    expect(history.back()).toBe(false);
  });

  it('ticks go with the entries that they are on', async () => {
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

it('what stays because the clock may be wrong goes when a person says that it is right', async () => {
  const history = new History(new JournalHost([]).api);
  await history.keep(30);
  expect(history.state).toMatchObject({
    keepDays: 30,
    heldBack: { at: expect.any(Date) as Date },
  });
  await history.removeHeldBack();
  expect(history.state).toMatchObject({ keepDays: 30, heldBack: null });
});
