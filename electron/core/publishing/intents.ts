import { ProblemError } from '#domain/problem.ts';
import { isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Journal } from '../journal/journal.ts';
import { type Intent, partsOf } from '../journal/open-entries.ts';
import { alreadyPublished, openStill, underWay } from './problems.ts';
import type { Reconciler } from './reconcile.ts';

/** What a request is meant to change, and which revision of a draft it publishes. */
export type DraftIntent = Intent & Pick<JournalEntry, 'draftRevision'>;

/** The right to send one request for an intent. */
export interface Claim {
  /** Open entries of the same intent that a person decided not to wait for. */
  readonly despite: readonly JournalEntry[];
  readonly release: () => void;
}

interface Needs {
  readonly journal: Pick<Journal, 'openLike' | 'ofDrafts'>;
  readonly drafts: Pick<Drafts, 'get'>;
  readonly reconciler: Pick<Reconciler, 'reconcile'>;
}

/**
 * Nothing is sent twice for one intent: one request is under way at a time, and an earlier one has its
 * outcome before the next is sent. Single publishes, plans and undo share this guard.
 */
export class Intents {
  readonly #needs: Needs;
  readonly #claimed = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Claims an intent; reconciles its open entries first. The caller releases it once the request has its
   * outcome, or nothing was sent.
   *
   * @param despiteOpen a person decided to send it though an entry stays open
   * @throws ProblemError `unfinished` or `draft-changed`; nothing may be sent then
   */
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

  /** Whether this revision or a later one was published, be it before a restart or without the plan. */
  async #isPublished(draftId: string, revision: number): Promise<boolean> {
    const { drafts, journal } = this.#needs;
    // A draft that was published has a later revision.
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
      // It cannot be read now, so the entries stay open.
      if (!(error instanceof ProblemError)) throw error;
    });
    return journal.openLike(intent);
  }
}
