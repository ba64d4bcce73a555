import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#adapters/clock/clock.ts';
import { createStore } from '#adapters/store/store.ts';
import { testFolder, testSealer } from '#test-support/store-fixture.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';
import type { Sealer } from '../store-ports.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import type { EntryEnd } from './journal.ts';
import { aFilter, aNewEntry } from '#test-support/journal-fixture.ts';

/** A vault with the data key of the tests. */
class OpenVault extends FakeVault {
  readonly #sealer = testSealer();
  override dataSealer(): Promise<Sealer> {
    return Promise.resolve(this.#sealer);
  }
}

/** A journal over real files. `pages` and `writes` count the calls of the store. */
function opened(directory: string) {
  const store = createStore({ directory });
  const asked = { pages: 0, writes: 0 };
  const core = createTestCore({
    drafts: store.drafts,
    vault: new OpenVault(),
    clock: systemClock,
    journal: {
      ...store.journal,
      write: (...input) => {
        asked.writes += 1;
        return store.journal.write(...input);
      },
      page: (...input) => {
        asked.pages += 1;
        return store.journal.page(...input);
      },
    },
  });
  const { journal } = core;
  const close = async (): Promise<void> => {
    await core.close();
    await store.close();
  };
  return { store, asked, journal, close };
}

const done: EntryEnd = { outcome: 'done', after: null, problem: null, notes: [] };

it('keeps open entries across a restart, and counts them', async () => {
  const directory = testFolder();
  const first = opened(directory);
  const [one, two] = await first.journal.begin([aNewEntry(), aNewEntry()]);
  if (one === undefined || two === undefined) throw new Error('There are no entries.');
  await first.journal.complete(one, done);
  await first.close();

  const second = opened(directory);
  onTestFinished(second.close);
  for await (const { open } of second.journal.watch()) {
    if (open.length === 0) continue;
    expect(open).toEqual([{ connectionId: 'acme', count: 1 }]);
    break;
  }
  expect(await second.journal.openEntries()).toEqual([two]);
  await second.journal.complete(two, { ...done, outcome: 'not-applied' });
  const { entries } = await second.journal.page(aFilter(), null, 10);
  expect(entries.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    `${two.id} not-applied`,
    `${one.id} done`,
  ]);
});

it('writes concurrent entries together', async () => {
  const { journal, asked, close } = opened(testFolder());
  onTestFinished(close);
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      const [entry] = await journal.begin([aNewEntry()]);
      if (entry !== undefined) await journal.complete(entry, done);
    }),
  );
  expect(asked.writes).toBeLessThanOrEqual(10);
  const { entries } = await journal.page(aFilter({ outcomes: ['done'] }), null, 100);
  expect(entries).toHaveLength(50);
});

it('writes hundreds of outcomes in batches before it closes, and yields to other work', async () => {
  const folder = testFolder();
  const { journal, asked, close } = opened(folder);
  const begun = await journal.begin(Array.from({ length: 500 }, () => aNewEntry()));
  asked.writes = 0;
  let turns = 0;
  const end = new AbortController();
  const others = (async () => {
    for (; !end.signal.aborted; turns += 1) await systemClock.yieldToEventLoop();
  })();
  await Promise.all(begun.map((entry) => journal.complete(entry, done)));
  await close();
  end.abort();
  await others;
  expect(asked.writes).toBeGreaterThanOrEqual(3);
  expect(turns).toBeGreaterThan(20);
  const next = opened(folder);
  onTestFinished(next.close);
  const { entries } = await next.journal.page(aFilter({ outcomes: ['done'] }), null, 600);
  expect(entries).toHaveLength(500);
});

it('reads a page without a full scan, and yields to other work during a text search', async () => {
  const { store, journal, asked, close } = opened(testFolder());
  onTestFinished(close);
  const count = 3_000;
  const newest = Date.now();
  await store.journal.write(
    Array.from({ length: count }, (_, index) =>
      anEntry({
        id: `entry-${index}`,
        at: new Date(newest - (count - index) * 1_000),
        meant: aDefinition(index === 0 ? 'sought' : `Pager ${index}`),
      }),
    ),
    testSealer(),
  );
  await journal.openEntries();
  asked.pages = 0;
  const { entries } = await journal.page(aFilter(), null, 100);
  expect([entries.length, entries[0]?.id, asked.pages]).toEqual([100, 'entry-2999', 1]);

  let turns = 0;
  const end = new AbortController();
  const others = (async () => {
    for (; !end.signal.aborted; turns += 1) await systemClock.yieldToEventLoop();
  })();
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await journal.page(aFilter({ text: 'sought' }), after, 10);
    found.push(...page.entries.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  end.abort();
  await others;
  expect(found).toEqual(['entry-0']);
  expect(turns).toBeGreaterThan(count / 100);
});
