import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import type { JournalStanding } from '#contract/journal.ts';
import type { Clock } from '../ports.ts';

/** What a request is meant to change: two with a part in common may not be under way at once. */
export type Intent = Pick<JournalEntry, 'connectionId' | 'webhookId' | 'draftId' | 'undoes'>;

/** The parts of an intent. */
export const partsOf = ({ connectionId, webhookId, draftId, undoes }: Intent): string[] => [
  ...(webhookId === null ? [] : [`webhook ${connectionId} ${webhookId}`]),
  ...(draftId === null ? [] : [`draft ${draftId}`]),
  ...(undoes === null ? [] : [`undo ${undoes}`]),
];

interface OpenEntry {
  readonly connectionId: string;
  readonly revision: number;
  /** What its request is meant to change. */
  readonly parts: readonly string[];
  /** The entry while its request is under way in this run; `null` once reading has to find its outcome. */
  readonly underWay: JournalEntry | null;
  /** How many webhooks creates of this run had made on the installation when it began. */
  readonly createdBefore: number;
  /** Since when nobody waits for an answer, in milliseconds of this run. */
  readonly since: number;
}

/**
 * The one place that knows which entries are open, and at which revision. An entry that is not here is
 * closed, and stays closed.
 */
export class OpenEntries {
  readonly #open = new Map<string, OpenEntry>();
  /** Ids that creates of this run got, by installation, while another of its entries is open. */
  readonly #created = new Map<string, number[]>();
  /** Entries that changed while the file is read for open ones; `null` while it is not. */
  #changed: Set<string> | null = null;
  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  begin(entries: readonly JournalEntry[]): void {
    const since = this.#clock.elapsed();
    for (const entry of entries) {
      const { id, connectionId, revision } = entry;
      const createdBefore = this.#created.get(connectionId)?.length ?? 0;
      const parts = partsOf(entry);
      this.#open.set(id, { connectionId, revision, parts, underWay: entry, createdBefore, since });
      this.#changed?.add(id);
    }
  }

  /** Forgets entries that were begun and could not be written: nothing was sent for them. */
  forget(entries: readonly JournalEntry[]): void {
    for (const entry of entries) this.#remove(entry);
  }

  /** Whether this copy of an entry is its open, current revision. */
  isCurrent({ id, revision }: JournalEntry): boolean {
    return this.#open.get(id)?.revision === revision;
  }

  /** Takes the next revision of an open entry, with an outcome for now or for good. */
  note(entry: JournalEntry): void {
    const { id, connectionId, revision, action, outcome, webhookId } = entry;
    if (!isOpen(outcome)) {
      if (action === 'create' && webhookId !== null) this.#noteCreated(connectionId, webhookId);
      this.#remove(entry);
      return;
    }
    const createdBefore = this.#open.get(id)?.createdBefore ?? 0;
    const since = this.#clock.elapsed();
    const parts = partsOf(entry);
    this.#open.set(id, { connectionId, revision, parts, underWay: null, createdBefore, since });
    this.#changed?.add(id);
  }

  /** The file is about to be read for open entries. What is read until `endReading` may be out of date. */
  beginReading(): void {
    this.#changed = new Set();
  }

  /** An entry that was found on disk. */
  meet(entry: JournalEntry): void {
    const { id, connectionId, revision, outcome } = entry;
    const isKnown = this.#open.has(id) || this.#changed?.has(id) === true;
    if (isKnown || !isOpen(outcome)) return;
    const since = this.#clock.elapsed();
    const parts = partsOf(entry);
    this.#open.set(id, { connectionId, revision, parts, underWay: null, createdBefore: 0, since });
  }

  endReading(): void {
    this.#changed = null;
  }

  /** Ids of entries that reading has to settle, and that have a part in common with an intent. */
  like(intent: Intent): string[] {
    const parts = partsOf(intent);
    return [...this.#open].flatMap(([id, entry]) =>
      entry.underWay === null && parts.some((part) => entry.parts.includes(part)) ? [id] : [],
    );
  }

  /** Whether this copy is current, and its request is not under way in this run. */
  isLeft(entry: JournalEntry): boolean {
    return this.isCurrent(entry) && this.#open.get(entry.id)?.underWay === null;
  }

  /** Entries of an installation whose requests are under way. */
  underWay(connectionId: string): JournalEntry[] {
    return [...this.#open.values()].flatMap((each) =>
      each.connectionId === connectionId && each.underWay !== null ? [each.underWay] : [],
    );
  }

  /** Webhook ids that other creates got since the first of these entries of one installation began. */
  createdSince(entries: readonly JournalEntry[]): Set<number> {
    const created = this.#created.get(entries[0]?.connectionId ?? '') ?? [];
    const first = entries.reduce(
      (least, { id }) => Math.min(least, this.#open.get(id)?.createdBefore ?? 0),
      created.length,
    );
    return new Set(created.slice(first));
  }

  /** For how many milliseconds nobody has waited for the answer. */
  leftFor(id: string): number {
    const since = this.#open.get(id)?.since;
    return since === undefined ? 0 : this.#clock.elapsed() - since;
  }

  counts(): JournalStanding['open'] {
    const counts = new Map<string, number>();
    for (const { connectionId, underWay } of this.#open.values()) {
      if (underWay === null) counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1);
    }
    return [...counts].map(([connectionId, count]) => ({ connectionId, count }));
  }

  #noteCreated(connectionId: string, webhookId: number): void {
    const created = this.#created.get(connectionId);
    if (created === undefined) this.#created.set(connectionId, [webhookId]);
    else created.push(webhookId);
  }

  #remove({ id, connectionId }: JournalEntry): void {
    this.#open.delete(id);
    this.#changed?.add(id);
    // A create that begins later has these ids in the list that is read before it.
    if (!this.#isBusy(connectionId)) this.#created.delete(connectionId);
  }

  #isBusy(connectionId: string): boolean {
    for (const each of this.#open.values()) if (each.connectionId === connectionId) return true;
    return false;
  }
}
