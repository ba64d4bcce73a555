import { ProblemError } from '#domain/problem.ts';
import { isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { type Intent, partsOf } from '../journal/open-entries.ts';
import { alreadyPublished, openStill, underWay } from './publishing-problems.ts';
import type { Reconciler } from './reconcile.ts';
import type { Parts } from '../parts.ts';

export type DraftIntent = Intent & Pick<JournalEntry, 'draftRevision'>;

export interface Claim {
  /** Open entries of the same intent that the person chose to ignore. */
  readonly despite: readonly JournalEntry[];
  readonly release: () => void;
}

interface Needs extends Pick<Parts, 'journal' | 'drafts'> {
  readonly reconciler: Reconciler;
}

/** Prevents double sending: one running request per intent, and its earlier entries are settled first. */
export class Intents {
  readonly #needs: Needs;
  readonly #claimed = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Callers must release the claim. After a ProblemError, nothing may be sent. */
  async claim(intent: DraftIntent, despiteOpen = false): Promise<Claim> {
    const parts = partsOf(intent);
    if (parts.some((part) => this.#claimed.has(part))) throw underWay();
    for (const part of parts) this.#claimed.add(part);
    const release = (): void => {
      for (const part of parts) this.#claimed.delete(part);
    };
    try {
      const despite = await this.#openAfterReading(intent);
      if (despite.length > 0 && !despiteOpen) throw openStill();
      const { draftId, draftRevision } = intent;
      if (draftId !== null && (await this.#isPublished(draftId, draftRevision ?? 0))) {
        throw alreadyPublished();
      }
      return { despite, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #isPublished(draftId: string, revision: number): Promise<boolean> {
    const { drafts, journal } = this.#needs;
    // Publishing raises a draft's revision.
    if (drafts.get(draftId)?.revision === revision) return false;
    const entries = await journal.ofDrafts([draftId]);
    return entries.some(
      ({ outcome, draftRevision }) => isUndoable(outcome) && (draftRevision ?? -1) >= revision,
    );
  }

  async #openAfterReading(intent: Intent): Promise<readonly JournalEntry[]> {
    const { journal, reconciler } = this.#needs;
    const open = await journal.openLike(intent);
    if (open.length === 0) return open;
    await reconciler.reconcile(intent.connectionId).catch((error: unknown) => {
      // The installation cannot be read, so the entries stay open.
      if (!(error instanceof ProblemError)) throw error;
    });
    return journal.openLike(intent);
  }
}
