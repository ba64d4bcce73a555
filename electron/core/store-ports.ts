import type { EntryOutcome, JournalEntry } from '#domain/journal/entry.ts';
import type { RemoteMark } from '#domain/merge/remote-marks.ts';
import type { PlanRow, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { Sealer } from './sealer.ts';

export type { RemoteMark };

/* These stores share the drafts' file. Methods reject with `storage-failed`; unreadable rows stay. */

export interface StoredSnapshot {
  readonly connectionId: string;
  readonly readAt: Date;
  readonly webhooks: WebhookTable;
  /** Marks that no person dismissed yet. */
  readonly marks: readonly RemoteMark[];
}

export interface SnapshotStore {
  /** Returns `null` when none can be read. */
  read(connectionId: string, sealer: Sealer): Promise<StoredSnapshot | null>;
  times(): Promise<ReadonlyMap<string, Date>>;
  /**
   * Writes only webhooks that changed, and keeps the previous snapshot until the new one is complete. Does
   * not block other writes. The webhooks may change during the write.
   */
  write(snapshot: StoredSnapshot, sealer: Sealer): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

export interface JournalQuery {
  readonly connectionId?: string;
  readonly webhookId?: number;
  readonly planId?: string;
  readonly lineages?: readonly string[];
  /** Ids of the entries that the wanted entries undo. */
  readonly undoes?: readonly string[];
  /** The first sequence. */
  readonly since?: number;
  readonly from?: Date;
  readonly to?: Date;
  readonly outcomes?: readonly EntryOutcome[];
}

export interface OutcomeTally {
  readonly outcome: EntryOutcome;
  readonly count: number;
  readonly latest: Date;
}

export interface JournalStore {
  /**
   * Atomic, on disk when it resolves. Replaces only an open entry with an older revision.
   * @returns the sequence of each entry by id; the store gives a new entry the next one
   */
  write(entries: readonly JournalEntry[], sealer: Sealer): Promise<ReadonlyMap<string, number>>;
  read(entryId: string, sealer: Sealer): Promise<JournalEntry | null>;
  /** In the given order; omits missing and unreadable entries. */
  readMany(entryIds: readonly string[], sealer: Sealer): Promise<readonly JournalEntry[]>;
  /** Includes unreadable entries; needs no key. */
  tally(query: JournalQuery): Promise<readonly OutcomeTally[]>;
  /** Newest first. `after` is the previous page's `next`. */
  page(
    query: JournalQuery,
    after: string | null,
    limit: number,
    sealer: Sealer,
  ): Promise<{ entries: readonly JournalEntry[]; next: string | null; unreadable: number }>;
  latestDraftRevision(): Promise<number>;
  /** Keeps open entries; returns the number removed. */
  prune(before: Date): Promise<number>;
}

export interface ReplacedValue {
  readonly old: string;
  readonly next: string;
}

export interface StoredPlan {
  readonly id: string;
  readonly title: string;
  readonly startedAt: Date;
  readonly rows: readonly PlanRow[];
  readonly options: RunOptions;
  /** While running: only rows that sent nothing. After the end: all rows. */
  readonly results: readonly RowResult[];
  readonly status: 'running' | 'ended' | 'paused' | 'cancelled' | 'stopped';
  readonly rotates?: ReplacedValue;
  /** Key of the only row to send before the plan pauses. */
  readonly first?: string;
  /** Left out before the plan began. */
  readonly readOnly?: readonly ReadOnlyRows[];
}

export interface PlanStore {
  all(sealer: Sealer): Promise<readonly StoredPlan[]>;
  write(plan: StoredPlan, sealer: Sealer): Promise<void>;
  remove(planId: string): Promise<void>;
}
