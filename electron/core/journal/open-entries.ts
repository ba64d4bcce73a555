import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import type { JournalStanding } from '#contract/journal.ts';

/** Entries whose outcome reading has still to settle, by installation. */
export class OpenEntries {
  /** Begun in this run and not completed: somebody still looks after them. */
  readonly #underWay = new Set<string>();
  readonly #connections = new Map<string, string>();

  begin(entries: readonly JournalEntry[]): void {
    for (const { id } of entries) this.#underWay.add(id);
  }

  /** An entry has come to its end, for now or for good. */
  note({ id, connectionId, outcome }: JournalEntry): void {
    this.#underWay.delete(id);
    if (isOpen(outcome)) this.#connections.set(id, connectionId);
    else this.#connections.delete(id);
  }

  /** An entry that was found on disk. */
  meet(entry: JournalEntry): void {
    if (this.isLeft(entry)) this.#connections.set(entry.id, entry.connectionId);
  }

  /** Whether nobody looks after it any more, and its outcome is not known. */
  isLeft({ id, outcome }: JournalEntry): boolean {
    return isOpen(outcome) && !this.#underWay.has(id);
  }

  counts(): JournalStanding['open'] {
    const counts = new Map<string, number>();
    for (const id of this.#connections.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].map(([connectionId, count]) => ({ connectionId, count }));
  }
}
