import type { JournalEntry } from '#domain/journal/entry.ts';
import type { Ports } from '../ports.ts';
import { begun, ended, type EntryEnd, type NewEntry } from './entries.ts';
import { JournalWriting } from './writing.ts';

export type { EntryEnd, NewEntry } from './entries.ts';

/** What the journal takes. */
export type JournalNeeds = Pick<
  Ports,
  'vault' | 'drafts' | 'journal' | 'clock' | 'newId' | 'person'
>;

/**
 * What was sent to installations to change something there. An entry is on disk before its request
 * leaves, and gets its outcome after.
 */
export class Journal {
  readonly #needs: JournalNeeds;
  readonly #end = new AbortController();
  readonly #writing: JournalWriting;
  /** Begun in this run and not completed: somebody still looks after them. */
  readonly #underWay = new Set<string>();

  constructor(needs: JournalNeeds) {
    this.#needs = needs;
    this.#writing = new JournalWriting(needs, () => undefined, this.#end.signal);
  }

  /**
   * Notes requests that are about to leave. They are on disk when it resolves (in memory mode: in
   * memory), in the order in which they are given; entries that are begun at the same time share a write.
   *
   * @throws ProblemError that says that nothing was sent, with the code of what was in the way
   */
  async begin(entries: readonly NewEntry[]): Promise<JournalEntry[]> {
    const { newId, clock, person } = this.#needs;
    const at = clock.now();
    const noted = entries.map((entry) => begun(entry, { id: newId(), at, who: person() }));
    await this.#writing.begin(noted);
    for (const { id } of noted) this.#underWay.add(id);
    return noted;
  }

  /**
   * Notes what became of a request; again, where what was unknown is settled. Where the disk or the
   * vault refuse it, it waits in memory and is brought there as soon as they take it: that is no error.
   */
  async complete(entry: JournalEntry, end: EntryEnd): Promise<JournalEntry> {
    const completed = ended(entry, end, this.#needs.clock.now());
    this.#underWay.delete(entry.id);
    await this.#writing.end(completed);
    return completed;
  }
}
