import { describe, expect, it, vi } from 'vitest';
import type { CountEvent, JournalFilter, JournalPage } from '#contract/journal.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';
import { plainProblem } from '#domain/problem.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import type { JournalQuery } from '../store-ports.ts';
import { aFilter, aNewEntry, startedOver } from '#test-support/journal-fixture.ts';

/**
 * A store with `count` entries, ten minutes apart, the oldest first. Records the limit of each page
 * read.
 */
class FilledStore extends FakeJournalStore {
  readonly limits: number[] = [];
  constructor(count: number, entry: (index: number) => Partial<JournalEntry> = () => ({})) {
    super();
    const newest = Date.UTC(2030, 0, 2);
    for (let index = 0; index < count; index += 1) {
      const at = new Date(newest - (count - index) * 600_000);
      this.held.set(`${index}`, anEntry({ id: `${index}`, at, ...entry(index) }));
    }
  }
  override page(query: JournalQuery, after: string | null, limit: number) {
    this.limits.push(limit);
    return super.page(query, after, limit);
  }
}

/** A journal over a store, after the reads of its start. */
async function over(store: FilledStore) {
  const fixture = startedOver(store);
  await vi.waitFor(() => {
    // The last read of the start counts the open entries.
    expect(store.limits).toContain(100);
  });
  store.limits.length = 0;
  const page = (filter: Partial<JournalFilter>, after: string | null, limit: number) =>
    fixture.journal.page(aFilter(filter), after, limit);
  return { ...fixture, page };
}

const idsOf = ({ entries }: JournalPage): string[] => entries.map(({ id }) => id);
const named = (name: string): Partial<JournalEntry> => ({ meant: aDefinition(name) });

/** All pages of a filter, the newest first. */
async function pagesOf(
  page: (after: string | null) => Promise<JournalPage>,
): Promise<JournalPage[]> {
  const pages: JournalPage[] = [];
  let after: string | null = null;
  do {
    const next: JournalPage = await page(after);
    pages.push(next);
    after = next.next;
  } while (after !== null);
  return pages;
}

describe('a page of the journal', () => {
  it('is one page of the store when the filter has no text', async () => {
    const store = new FilledStore(1_000);
    const { page } = await over(store);
    const first = await page({ text: '  ' }, null, 100);
    expect(idsOf(first)).toEqual(Array.from({ length: 100 }, (_, index) => `${999 - index}`));
    expect(store.limits).toEqual([100]);
    expect(idsOf(await page({}, first.next, 100))[0]).toBe('899');
  });

  it.each<[string, Partial<JournalFilter>, string[]]>([
    ['an installation', { connectionId: 'globex' }, ['2']],
    ['a webhook', { connectionId: 'acme', webhookId: 8 }, ['3']],
    ['a plan', { planId: 'plan' }, ['1']],
    ['outcomes', { outcomes: ['failed', 'unknown'] }, ['0']],
    [
      'a time',
      { from: new Date('2030-01-01T23:30:00Z'), to: new Date('2030-01-01T23:40:00Z') },
      ['2', '1'],
    ],
  ])('is filtered by %s', async (_, filter, ids) => {
    const some = [
      { outcome: 'unknown' },
      { planId: 'plan' },
      { connectionId: 'globex' },
      { webhookId: 8 },
    ] as const;
    const { page } = await over(new FilledStore(4, (index) => some[index] ?? {}));
    expect(idsOf(await page(filter, null, 10))).toEqual(ids);
  });

  it('reports the number of unreadable entries', async () => {
    const store = new FilledStore(3);
    store.unreadable = 2;
    const { page, journal } = await over(store);
    await page({}, null, 10);
    expect(journal.state().unreadable).toBe(2);
  });
});

describe('searching for a text', () => {
  it.each(['pager', 'PAGER night', 'example.com day', 'acme', 'ada', 'ops ada'])(
    'finds %s',
    async (text) => {
      const { page } = await over(new FilledStore(1));
      expect(idsOf(await page({ text }, null, 10))).toEqual(['0']);
    },
  );

  it.each(['globex', 'pager globex', 'fake-key', 'AlertName'])('does not find %s', async (text) => {
    const { page } = await over(new FilledStore(1));
    expect(await page({ text }, null, 10)).toEqual({ entries: [], next: null });
  });

  it('finds each match once, whatever the page size', async () => {
    const store = new FilledStore(1_000, (index) => named(index % 7 === 0 ? 'sought' : 'other'));
    const { page } = await over(store);
    const expected = Array.from({ length: 1_000 }, (_, index) => 999 - index)
      .filter((index) => index % 7 === 0)
      .map(String);
    for (const limit of [1, 10, 28, 29, 30, 143, 500]) {
      const pages = await pagesOf((after) => page({ text: 'sought' }, after, limit));
      expect(pages.flatMap(idsOf)).toEqual(expected);
      expect(pages.slice(0, -1).map(({ entries }) => entries.length)).toEqual(
        pages.slice(0, -1).map(() => limit),
      );
    }
  });

  it('stops after 4,000 entries with a cursor, even without a match', async () => {
    const store = new FilledStore(9_000, (index) => named(index === 0 ? 'sought' : 'other'));
    const { page } = await over(store);
    const pages = await pagesOf((after) => page({ text: 'sought' }, after, 10));
    expect(pages.map(({ entries }) => entries.length)).toEqual([0, 0, 1]);
    expect(Math.max(...store.limits)).toBeLessThanOrEqual(200);
  });

  it('stops after half a second', async () => {
    const store = new FilledStore(1_000, (index) => named(index === 0 ? 'sought' : 'other'));
    const { page, clock } = await over(store);
    clock.yieldToEventLoop = () => {
      clock.move(260);
      return Promise.resolve();
    };
    const first = await page({ text: 'sought' }, null, 10);
    expect(first.entries).toEqual([]);
    expect(store.limits).toHaveLength(3);
    expect(idsOf(await page({ text: 'sought' }, first.next, 10))).toEqual(['0']);
  });

  it('yields to other work, and can be cancelled', async () => {
    const store = new FilledStore(9_000);
    const { journal, clock } = await over(store);
    const end = new AbortController();
    let breaths = 0;
    clock.yieldToEventLoop = () => {
      breaths += 1;
      if (breaths === 3) end.abort();
      return Promise.resolve();
    };
    const looking = journal.page(aFilter({ text: 'nowhere' }), null, 10, end.signal);
    await expect(looking).rejects.toMatchObject({ problem: { code: 'aborted' } });
    expect(store.limits).toHaveLength(3);
  });
});

describe('a count', () => {
  const counted = async (events: AsyncIterable<CountEvent>): Promise<CountEvent[]> => {
    const found: CountEvent[] = [];
    for await (const event of events) found.push(event);
    return found;
  };
  const some = (index: number): Partial<JournalEntry> => ({
    outcome: index % 4 === 0 ? 'failed' : 'done',
    ...named(index % 100 === 7 ? 'sought' : 'other'),
  });
  const latest = (index: number) => new Date(Date.UTC(2030, 0, 2) - (6_667 - index) * 600_000);

  it('comes from the store when the filter has no text', async () => {
    const { journal, store } = await over(new FilledStore(6_667, some));
    expect(await counted(journal.count(aFilter()))).toEqual([
      { kind: 'end', total: 6_667, undoable: 5_000, latest: latest(6_666) },
    ]);
    expect(await counted(journal.count(aFilter({ outcomes: ['failed'] })))).toMatchObject([
      { total: 1_667, undoable: 0 },
    ]);
    expect(store.limits).toEqual([]);
  });

  it('with a text reads every entry, and reports progress', async () => {
    const { journal } = await over(new FilledStore(6_667, some));
    const events = await counted(journal.count(aFilter({ text: 'sought' })));
    expect(events.at(-1)).toEqual({
      kind: 'end',
      total: 67,
      undoable: 67,
      latest: latest(6_607),
    });
    expect(events.slice(0, -1)).toEqual(
      [1, 2, 3, 4, 5, 6].map((step) => ({ kind: 'progress', done: step * 1_000, total: 6_667 })),
    );
  });

  it('includes outcomes that are only in memory', async () => {
    const { journal, store } = await over(new FilledStore(3, some));
    const [entry] = await journal.begin([aNewEntry()]);
    if (entry === undefined) throw new Error('There is no entry.');
    store.problem = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
    const end = { outcome: 'done', after: null, problem: null, notes: [] } as const;
    await journal.complete(entry, { ...end, notes: [] });
    const pages = vi.spyOn(store, 'page').mockResolvedValue({
      entries: [...store.held.values()].reverse(),
      next: null,
      unreadable: 0,
    });
    expect(await counted(journal.count(aFilter({ outcomes: ['done'] })))).toMatchObject([
      { total: 3, undoable: 3 },
    ]);
    pages.mockRestore();
  });

  it('can be cancelled', async () => {
    const { journal } = await over(new FilledStore(1_000));
    const end = new AbortController();
    const events = journal.count(aFilter({ text: 'nowhere' }), end.signal);
    end.abort();
    await expect(events.next()).rejects.toMatchObject({ problem: { code: 'aborted' } });
  });
});

describe('entries by their ids', () => {
  it('are read together, and refused when one is missing', async () => {
    const store = new FilledStore(450);
    const { journal } = await over(store);
    const reads = vi.spyOn(store, 'read');
    const wanted = Array.from({ length: 450 }, (_, index) => `${449 - index}`);
    expect((await journal.readAll(wanted)).map(({ id }) => id)).toEqual(wanted);
    expect(reads).not.toHaveBeenCalled();
    await expect(journal.readAll([...wanted, 'gone'])).rejects.toMatchObject({
      problem: { code: 'refused' },
    });
  });
});

describe('the journal exported as text', () => {
  const read = async (parts: AsyncIterable<string>): Promise<string[]> => {
    const found: string[] = [];
    for await (const part of parts) found.push(part);
    return found;
  };

  it('has the matching entries, the newest first, and their number', async () => {
    const store = new FilledStore(3, (index) => named(`Pager ${index}`));
    store.unreadable = 1;
    const { journal } = await over(store);
    const [text = '', ...more] = await read(journal.export(aFilter()));
    expect(more).toEqual([]);
    expect(text).toMatch(/^Hookdesk History, 2030-01-02 03:04:05 UTC/);
    expect([...text.matchAll(/“(Pager \d)”/g)].map(([, name]) => name)).toEqual([
      'Pager 2',
      'Pager 1',
      'Pager 0',
    ]);
    expect(text).toMatch(/\n3 entries\. 1 more could not be decrypted\.\n$/);
    const [one] = await read(journal.export(aFilter({ text: 'pager 1' })));
    expect(one?.match(/“Pager/g)).toHaveLength(1);
    expect(one).toContain('\n1 entry.');
  });

  it('comes in chunks of whole entries', async () => {
    const template = `${'x'.repeat(30_000)}\n`;
    const meant = { ...aDefinition('Pager'), payloadTemplate: template };
    const { journal } = await over(new FilledStore(12, () => ({ meant })));
    const parts = await read(journal.export(aFilter()));
    expect(parts.length).toBeGreaterThan(2);
    const between = parts.slice(0, -1);
    expect(between.every((part) => part.endsWith('UTC)\n'))).toBe(true);
    expect(parts.join('').match(/ada: update/g)).toHaveLength(12);
  });

  it('contains no secret of a request or of the secret rules', async () => {
    const before = aWebhook(7, { ...aDefinition('Pager'), url: 'https://x.example/?token=c4n4ry' });
    const meant = { ...aDefinition('secret-in-use'), method: 'secret-in-use' };
    const { journal } = await over(new FilledStore(1, () => ({ before, meant })));
    const [text] = await read(journal.export(aFilter()));
    expect(text).not.toMatch(/secret-in-use|c4n4ry|fake-key/);
    expect(text).toContain('••••••••');
  });

  it('can be cancelled before it is complete', async () => {
    const { journal, store } = await over(new FilledStore(1_000));
    const end = new AbortController();
    const parts = journal.export(aFilter({ text: 'nowhere' }), end.signal);
    end.abort();
    await expect(parts.next()).rejects.toMatchObject({ problem: { code: 'aborted' } });
    expect(store.limits).toEqual([]);
  });
});
