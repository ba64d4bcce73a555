import type { Settings } from '#contract/settings.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { EntryOutcome, JournalEntry } from '#domain/journal/entry.ts';
import type { RemoteMark } from '#domain/merge/remote-marks.ts';
import type { Pause } from '#domain/pausing/pause.ts';
import type { PlanRow, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import type { RuleSetName } from '#domain/template/render-template.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';

/** Encrypts stored data with the data key. @throws ProblemError `vault-locked` while the vault is locked */
export interface Sealer {
  /** AES-256-GCM. `associated` is authenticated, not stored: `open` needs the same value. */
  seal(plain: Uint8Array, associated: string): Uint8Array;
  /** @throws ProblemError `storage-failed` for altered data, another key or another `associated` */
  open(sealed: Uint8Array, associated: string): Uint8Array;
}

/** Contains no secrets. Writes are on disk when the call returns. */
export interface SettingsStore {
  connections(): readonly Connection[];
  saveConnections(connections: readonly Connection[]): void;
  settings(): Settings;
  saveSettings(settings: Settings): void;
}

/** What Hookdesk remembers for templates, by installation and by webhook. */
export interface RememberedTemplates {
  readonly installations: readonly {
    readonly connectionId: string;
    readonly ownTokens: readonly OwnToken[];
    readonly rules: RuleSetName;
    /** Names of headers that a person marked as secret, in lower case. */
    readonly secretHeaders?: readonly string[];
  }[];
  readonly samples: readonly {
    readonly connectionId: string;
    readonly webhookId: number;
    readonly edits: SampleEdits;
  }[];
}

/** Writes are on disk when the call returns. @throws ProblemError `storage-failed` */
export interface TemplateStore {
  remembered(): RememberedTemplates;
  save(next: RememberedTemplates): void;
}

/* These stores share the drafts' file. Methods reject with `storage-failed`; unreadable rows stay. */

export type DraftChange =
  | { readonly kind: 'save'; readonly draft: StoredDraft }
  | { readonly kind: 'remove'; readonly draftId: string };

/** The open database file of drafts, History, lists, plans and pauses. */
export interface OpenDrafts {
  /** A number that changes when the file is reopened, which may then hold older data. */
  readonly opening: number;
  readonly notice: string | null;
  /** Whether it has sealed data, so that no new key may be created. */
  readonly holdsAny: boolean;
}

/** Each draft is sealed. Methods reject with `storage-failed`; a retry is safe. */
export interface DraftStore {
  /** Why the file is never touched: an older or newer Hookdesk wrote it. `null` otherwise. */
  readonly refusal: string | null;
  /** Sets a damaged file aside and restores its intact part. */
  open(): Promise<OpenDrafts>;
  /** Counts drafts that this key cannot open, and leaves them. */
  read(sealer: Sealer): Promise<{ drafts: readonly StoredDraft[]; unreadable: number }>;
  /** Atomic, and on disk when it resolves. */
  write(changes: readonly DraftChange[], sealer: Sealer): Promise<void>;
  setAside(): Promise<void>;
  /** Called when the file is reopened, also by another store: it may lack data. */
  onReopened(listener: () => void): void;
}

/** The last list of an installation, as it is stored. */
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

/** Conditions that an entry meets together; a missing one is met by all entries. */
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

/** How many entries have an outcome. */
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

/** The secret value that a rotation replaces, and its replacement. */
export interface ReplacedValue {
  readonly old: string;
  readonly next: string;
}

/** A plan that was begun. It is stored before it sends anything, and until all its outcomes are known. */
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

export interface PauseStore {
  all(sealer: Sealer): Promise<readonly Pause[]>;
  /** Atomic, and on disk when it resolves. */
  write(pauses: readonly Pause[], sealer: Sealer): Promise<void>;
  /** Needs no key. */
  remove(pauseId: string): Promise<void>;
}
