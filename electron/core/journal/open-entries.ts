import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import type { JournalState } from '#contract/journal.ts';
import type { Clock } from '../ports.ts';
import { clash, type Intent, type IntentPart, partsOf } from './intent.ts';

interface OpenEntry {
  readonly connectionId: string;
  readonly revision: number;
  readonly parts: readonly IntentPart[];
  /** The entry while its request runs; `null` once only a read can find the outcome. */
  readonly underWay: JournalEntry | null;
  /** Webhooks created on the installation by this run before this entry began. */
  readonly createdBefore: number;
  /** `Clock.elapsed` when the request ended or the entry was found. */
  readonly since: number;
}

/** The only source of which entries are open, and their revisions. A missing entry is closed for good. */
export class OpenEntries {
  readonly #open = new Map<string, OpenEntry>();
  /** Those without a running request. A plan has thousands of others, of creates that wait for the list. */
  readonly #left = new Map<string, OpenEntry>();
  /** Webhook ids created by this run, by installation, while other entries there are open. */
  readonly #created = new Map<string, number[]>();
  /** Ids changed since `beginReading`; `null` outside a reading. */
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
      this.#set(id, { connectionId, revision, parts, underWay: entry, createdBefore, since });
      this.#changed?.add(id);
    }
  }

  /** For entries that could not be written: nothing was sent. */
  forget(entries: readonly JournalEntry[]): void {
    for (const entry of entries) this.#remove(entry);
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  isCurrent({ id, revision }: JournalEntry): boolean {
    return this.#open.get(id)?.revision === revision;
  }

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
    this.#set(id, { connectionId, revision, parts, underWay: null, createdBefore, since });
    this.#changed?.add(id);
  }

  /** Until `endReading`, entries read from disk may be outdated. */
  beginReading(): void {
    this.#changed = new Set();
  }

  meet(entry: JournalEntry): void {
    const { id, connectionId, revision, outcome } = entry;
    const isKnown = this.#open.has(id) || this.#changed?.has(id) === true;
    if (isKnown || !isOpen(outcome)) return;
    const since = this.#clock.elapsed();
    const parts = partsOf(entry);
    this.#set(id, { connectionId, revision, parts, underWay: null, createdBefore: 0, since });
  }

  endReading(): void {
    this.#changed = null;
  }

  /** Ids of open entries without a running request that share a part with the intent. */
  like(intent: Intent): string[] {
    const parts = partsOf(intent);
    return [...this.#left].flatMap(([id, entry]) =>
      parts.some((part) => entry.parts.some((each) => clash(part, each))) ? [id] : [],
    );
  }

  isLeft(entry: JournalEntry): boolean {
    return this.isCurrent(entry) && this.#left.has(entry.id);
  }

  underWay(connectionId: string): JournalEntry[] {
    return [...this.#open.values()].flatMap((each) =>
      each.connectionId === connectionId && each.underWay !== null ? [each.underWay] : [],
    );
  }

  /** Webhook ids created since the first of these entries began; all must be of one installation. */
  createdSince(entries: readonly JournalEntry[]): Set<number> {
    const created = this.#created.get(entries[0]?.connectionId ?? '') ?? [];
    const first = entries.reduce(
      (least, { id }) => Math.min(least, this.#open.get(id)?.createdBefore ?? 0),
      created.length,
    );
    return new Set(created.slice(first));
  }

  /** Milliseconds since the request ended. */
  leftFor(id: string): number {
    const since = this.#open.get(id)?.since;
    return since === undefined ? 0 : this.#clock.elapsed() - since;
  }

  counts(): JournalState['open'] {
    const counts = new Map<string, number>();
    for (const { connectionId } of this.#left.values()) {
      counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1);
    }
    return [...counts].map(([connectionId, count]) => ({ connectionId, count }));
  }

  #noteCreated(connectionId: string, webhookId: number): void {
    const created = this.#created.get(connectionId);
    if (created === undefined) this.#created.set(connectionId, [webhookId]);
    else created.push(webhookId);
  }

  #set(id: string, entry: OpenEntry): void {
    this.#open.set(id, entry);
    if (entry.underWay === null) this.#left.set(id, entry);
    else this.#left.delete(id);
  }

  #remove({ id, connectionId }: JournalEntry): void {
    this.#open.delete(id);
    this.#left.delete(id);
    this.#changed?.add(id);
    // Later creates read a list that already contains these ids.
    if (!this.#isBusy(connectionId)) this.#created.delete(connectionId);
  }

  #isBusy(connectionId: string): boolean {
    for (const each of this.#open.values()) if (each.connectionId === connectionId) return true;
    return false;
  }
}
