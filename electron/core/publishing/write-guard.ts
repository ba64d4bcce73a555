import { ProblemError } from '#domain/problem.ts';
import { isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { clash, type Intent, type IntentPart, partsOf } from '../journal/intent.ts';
import {
  alreadyPublished,
  earlierRequestOpen,
  alreadyUndone,
  otherRequestRuns,
} from './publishing-problems.ts';
import type { Reconciler } from './reconcile.ts';
import type { Parts } from '../parts.ts';
import { undoneEntries } from './undone-entries.ts';

/** An intent, with the revision of the draft that it publishes. */
export type DraftIntent = Intent & Pick<JournalEntry, 'draftId' | 'draftRevision'>;

/** The right to send one request. */
export interface Claim {
  /** Open entries of the same intent that the person chose to ignore. */
  readonly despite: readonly JournalEntry[];
  readonly release: () => void;
}

/**
 * The guard of every write. It refuses read-only installations, keeps them from being removed, and prevents
 * double sending: one running request per intent, and the outcomes of its earlier requests are found first.
 */
export class WriteGuard {
  readonly #parts: Parts;
  readonly #reconciler: Reconciler;
  readonly #claimed = new Map<string, IntentPart[]>();

  constructor(parts: Parts, reconciler: Reconciler) {
    this.#parts = parts;
    this.#reconciler = reconciler;
  }

  /** Callers must release the claim. After a ProblemError, nothing may be sent. */
  async claim(intent: DraftIntent, despiteOpen = false): Promise<Claim> {
    const { connections } = this.#parts;
    const { connectionId } = intent;
    connections.findWritable(connectionId);
    const releases = [connections.uses.begin([connectionId], { kind: 'publish' })];
    const release = (): void => {
      for (const releaseOne of releases) releaseOne();
    };
    try {
      releases.push(this.#claimParts(partsOf(intent)));
      const despite = await this.#entriesStillOpen(intent);
      if (despite.length > 0 && !despiteOpen) throw earlierRequestOpen();
      if (await this.#isPublished(intent)) throw alreadyPublished();
      const { undoes } = intent;
      const undone = undoes === null ? null : await undoneEntries(this.#parts.journal, [undoes]);
      if (undone !== null && undone.size > 0) throw alreadyUndone();
      return { despite, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #claimParts(parts: readonly IntentPart[]): () => void {
    const isClaimed = (part: IntentPart): boolean =>
      this.#claimed.get(part.name)?.some((other) => clash(part, other)) === true;
    if (parts.some(isClaimed)) throw otherRequestRuns();
    for (const part of parts) {
      const sameName = this.#claimed.get(part.name);
      if (sameName === undefined) this.#claimed.set(part.name, [part]);
      else sameName.push(part);
    }
    return () => {
      for (const part of parts) {
        const others = this.#claimed.get(part.name)?.filter((other) => other !== part) ?? [];
        if (others.length === 0) this.#claimed.delete(part.name);
        else this.#claimed.set(part.name, others);
      }
    };
  }

  /** A row of a plan may be older than its draft. */
  async #isPublished(intent: DraftIntent): Promise<boolean> {
    const { action, connectionId, lineage, draftId, draftRevision } = intent;
    if (lineage === null || draftId === null || draftRevision === null) return false;
    const { drafts, journal } = this.#parts;
    const draft = drafts.get(draftId);
    // Publishing raises the revisions of all drafts that it concerns.
    if (draft?.revision === draftRevision) return false;
    if (action === 'create' && draft !== undefined) return draft.base !== null;
    const entries = await journal.ofLineages([lineage]);
    return entries.some((entry) => {
      if (entry.connectionId !== connectionId || !isUndoable(entry.outcome)) return false;
      if (action === 'create') return entry.action === 'create';
      return entry.draftId === draftId && (entry.draftRevision ?? -1) >= draftRevision;
    });
  }

  async #entriesStillOpen(intent: Intent): Promise<readonly JournalEntry[]> {
    const { journal } = this.#parts;
    const openEntries = await journal.openLike(intent);
    if (openEntries.length === 0) return openEntries;
    await this.#reconciler.reconcile(intent.connectionId).catch((error: unknown) => {
      // The installation cannot be read, so the entries stay open.
      if (!(error instanceof ProblemError)) throw error;
    });
    return journal.openLike(intent);
  }
}
