import type { EntryOutcome, JournalEntry } from '#domain/journal/entry.ts';
import type { SeenElsewhere } from '#domain/merge/seen-elsewhere.ts';
import type { PlanRow, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Sealer } from './sealer.ts';

export type { SeenElsewhere };

/*
 * What is kept in the same file as drafts, each row sealed. Every method rejects with `storage-failed`
 * where the disk, the folder or another program is in the way; trying again later is safe. What cannot
 * be opened with the key is left as it is.
 */

/** What was last read of one installation. */
export interface StoredSnapshot {
  readonly connectionId: string;
  readonly readAt: Date;
  /** In the order of the list. */
  readonly webhooks: readonly ListedWebhook[];
  /** What nobody has looked at yet. */
  readonly elsewhere: readonly SeenElsewhere[];
}

export interface SnapshotStore {
  /** `null` where there is none that can be read. */
  read(connectionId: string, sealer: Sealer): Promise<StoredSnapshot | null>;
  /** When each installation was last read. */
  times(): Promise<ReadonlyMap<string, Date>>;
  /** In the place of the one before, which stands until this one is whole. Holds nothing else up. */
  write(snapshot: StoredSnapshot, sealer: Sealer): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

export interface JournalQuery {
  readonly connectionId?: string;
  readonly webhookId?: number;
  readonly planId?: string;
  /** Entries that publish one of these drafts. */
  readonly draftIds?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
  readonly outcomes?: readonly EntryOutcome[];
}

/** Entries of one outcome. */
export interface OutcomeTally {
  readonly outcome: EntryOutcome;
  readonly count: number;
  /** When the latest of them was begun. */
  readonly latest: Date;
}

export interface JournalStore {
  /**
   * On disk when the call returns, all or none. An entry takes the place of the one with its id where that
   * one is open and has an older revision; else that one stays.
   */
  write(entries: readonly JournalEntry[], sealer: Sealer): Promise<void>;
  read(entryId: string, sealer: Sealer): Promise<JournalEntry | null>;
  /** In the order of these ids, without those that are gone or cannot be read. */
  readMany(entryIds: readonly string[], sealer: Sealer): Promise<readonly JournalEntry[]>;
  /** How many entries a query finds, those that cannot be read included; no key is needed for it. */
  tally(query: JournalQuery): Promise<readonly OutcomeTally[]>;
  /** The newest first. `after` is `next` of the page before. */
  page(
    query: JournalQuery,
    after: string | null,
    limit: number,
    sealer: Sealer,
  ): Promise<{ entries: readonly JournalEntry[]; next: string | null; unreadable: number }>;
  /** The highest revision of a draft that an entry publishes; 0 where there is none. */
  latestDraftRevision(): Promise<number>;
  /** Removes what is older and not open; says how many there were. */
  prune(before: Date): Promise<number>;
}

/** A plan that was begun: all that a resume needs but what the journal says. */
export interface StoredPlan {
  readonly id: string;
  readonly title: string;
  readonly startedAt: Date;
  readonly rows: readonly PlanRow[];
  readonly options: RunOptions;
  /** Results of rows that sent nothing, and all of them once it has ended. */
  readonly results: readonly RowResult[];
  readonly status: 'running' | 'ended' | 'cancelled' | 'stopped';
}

export interface PlanStore {
  all(sealer: Sealer): Promise<readonly StoredPlan[]>;
  write(plan: StoredPlan, sealer: Sealer): Promise<void>;
  remove(planId: string): Promise<void>;
}
