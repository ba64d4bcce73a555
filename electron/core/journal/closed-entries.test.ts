import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EntryOutcome, isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { plainProblem } from '#domain/problem.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { aNewEntry } from '#test-support/journal-fixture.ts';

const outcome = fc.constantFrom(...EntryOutcome.options.filter((each) => each !== 'sent'));
/** A random step. Pending work continues during later steps. */
const step = fc.oneof(
  fc.record({ does: fc.constant('begin' as const) }),
  fc.record({ does: fc.constant('complete' as const), copy: fc.nat(50), outcome }),
  fc.record({ does: fc.constant('reconcile' as const), outcome }),
  fc.record({ does: fc.constantFrom('write', 'wait', 'wait', 'fail', 'recover', 'restart') }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');

class World {
  readonly store = new FakeJournalStore();
  /** Every copy of an entry that the journal returned, including stale ones. */
  readonly copies: JournalEntry[] = [];
  #core: TestCore;
  #going: Promise<unknown>[] = [];
  #ids = 0;

  constructor() {
    this.#core = this.#start();
  }

  async step(next: Step): Promise<void> {
    switch (next.does) {
      case 'begin':
        this.#go(
          this.#core.journal.begin([aNewEntry()]).then((begun) => this.copies.push(...begun)),
        );
        return;
      case 'complete': {
        if (!('copy' in next)) return;
        const copy = this.copies[next.copy % Math.max(this.copies.length, 1)];
        if (copy !== undefined) this.#go(this.#complete(copy, next.outcome));
        return;
      }
      case 'reconcile':
        if ('outcome' in next) this.#go(this.#reconcile(next.outcome));
        return;
      case 'write':
        this.#go(this.#core.journal.onDisk());
        return;
      case 'fail':
        this.store.problem = full;
        return;
      case 'recover':
        this.store.problem = null;
        return;
      case 'restart':
        await this.restart();
        return;
      default:
        await setImmediate();
    }
  }

  /** Closes the journal once everything is on disk, and starts another. */
  async restart(): Promise<void> {
    this.store.problem = null;
    await Promise.all(this.#going);
    this.#going = [];
    await this.#core.journal.onDisk();
    await this.#core.close();
    this.#core = this.#start();
  }

  read(id: string): Promise<JournalEntry> {
    return this.#core.journal.read(id);
  }

  close(): Promise<void> {
    return this.#core.close();
  }

  #start(): TestCore {
    const newId = (): string => `entry-${(this.#ids += 1)}`;
    // No write happens after a delay.
    const clock = {
      now: () => new Date('2030-01-02T03:04:05Z'),
      elapsed: () => 0,
      sleep: () => new Promise<void>(() => undefined),
      yieldToEventLoop: () => setImmediate(),
    };
    return createTestCore({ clock, newId, journal: this.store });
  }

  #go(work: Promise<unknown>): void {
    // A failing disk rejects new entries and reads.
    this.#going.push(work.catch(() => undefined));
  }

  async #complete(copy: JournalEntry, end: EntryOutcome): Promise<void> {
    const { id } = copy;
    const ending = { outcome: end, after: null, problem: null, notes: [`of ${id}`] };
    this.copies.push(await this.#core.journal.complete(copy, ending));
  }

  async #reconcile(end: EntryOutcome): Promise<void> {
    const open = await this.#core.journal.openEntries();
    this.copies.push(...open);
    await setImmediate();
    await Promise.all(open.map((entry) => this.#complete(entry, end)));
  }
}

it('keeps a closed entry as it is, whatever stale copies are completed', async () => {
  const laws = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
    const world = new World();
    for (const each of steps) await world.step(each);
    await world.restart();
    const closed = new Map<string, JournalEntry>();
    for (const copy of world.copies) {
      if (isOpen(copy.outcome)) continue;
      const first = closed.get(copy.id) ?? copy;
      closed.set(copy.id, first);
      expect(copy).toEqual(first);
    }
    for (const [id, entry] of closed) {
      expect(await world.read(id)).toEqual(entry);
      expect(world.store.held.get(id)).toEqual(entry);
    }
    await world.close();
  });
  await fc.assert(laws, { numRuns: 150 });
});
