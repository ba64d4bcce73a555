import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { JournalQuery, JournalStore, OutcomeTally } from '#core/store-ports.ts';

/** A journal in memory instead of on disk. Fails with `problem` while it is set. */
export class FakeJournalStore implements JournalStore {
  /** The oldest first. */
  readonly held = new Map<string, JournalEntry>();
  problem: Problem | null = null;
  unreadable = 0;
  /** The number of entries of each write. */
  readonly writes: number[] = [];

  async write(entries: readonly JournalEntry[]): Promise<ReadonlyMap<string, number>> {
    await this.#use();
    this.writes.push(entries.length);
    const sequences = new Map<string, number>();
    for (const entry of entries) {
      const held = this.held.get(entry.id);
      const isKept =
        held !== undefined && (!isOpen(held.outcome) || held.revision >= entry.revision);
      const sequence = held?.sequence ?? this.#last() + 1;
      sequences.set(entry.id, sequence);
      if (!isKept) this.held.set(entry.id, { ...entry, sequence });
    }
    return sequences;
  }
  async read(entryId: string): Promise<JournalEntry | null> {
    await this.#use();
    return this.held.get(entryId) ?? null;
  }
  async readMany(entryIds: readonly string[]): Promise<readonly JournalEntry[]> {
    await this.#use();
    return entryIds.flatMap((id) => this.held.get(id) ?? []);
  }
  async tally(query: JournalQuery): Promise<readonly OutcomeTally[]> {
    await this.#use();
    const found = [...this.held.values()].filter((entry) => matches(entry, query));
    return [...Map.groupBy(found, ({ outcome }) => outcome)].map(([outcome, entries]) => ({
      outcome,
      count: entries.length,
      latest: new Date(Math.max(...entries.map(({ at }) => at.getTime()))),
    }));
  }
  async page(query: JournalQuery, after: string | null, limit: number) {
    await this.#use();
    const numbered = [...this.held.values()].map((entry, index) => ({ entry, index }));
    const found = numbered
      .filter(({ entry, index }) => matches(entry, query) && index < Number(after ?? Infinity))
      .reverse();
    const page = found.slice(0, limit);
    return {
      entries: page.map(({ entry }) => entry),
      next: found.length > limit ? String(page.at(-1)?.index) : null,
      unreadable: this.unreadable,
    };
  }
  async latestDraftRevision(): Promise<number> {
    await this.#use();
    return Math.max(0, ...[...this.held.values()].map(({ draftRevision }) => draftRevision ?? 0));
  }
  async prune(before: Date): Promise<number> {
    await this.#use();
    const old = [...this.held.values()].filter(
      ({ at, outcome }) => at < before && !isOpen(outcome),
    );
    for (const { id } of old) this.held.delete(id);
    return old.length;
  }

  #last(): number {
    return Math.max(0, ...[...this.held.values()].map(({ sequence }) => sequence));
  }

  #use(): Promise<void> {
    return this.problem === null
      ? Promise.resolve()
      : Promise.reject(new ProblemError(this.problem));
  }
}

const matches = (entry: JournalEntry, query: JournalQuery): boolean =>
  (query.connectionId ?? entry.connectionId) === entry.connectionId &&
  (query.webhookId ?? entry.webhookId) === entry.webhookId &&
  (query.planId ?? entry.planId) === entry.planId &&
  (query.lineages?.includes(entry.lineage ?? '') ?? true) &&
  (query.undoes?.includes(entry.undoes ?? '') ?? true) &&
  (query.since ?? entry.sequence) <= entry.sequence &&
  (query.from ?? entry.at) <= entry.at &&
  (query.to ?? entry.at) >= entry.at &&
  (query.outcomes ?? [entry.outcome]).includes(entry.outcome);
