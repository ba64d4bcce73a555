import { ProblemError } from '#domain/problem.ts';
import { isUndoable, type JournalEntry } from '#domain/journal/entry.ts';
import { clash, type Intent, type IntentPart, partsOf } from '../journal/open-entries.ts';
import { alreadyPublished, openStill, undoneAlready, underWay } from './publishing-problems.ts';
import type { Reconciler } from './reconcile.ts';
import type { Parts } from '../parts.ts';
import { undoneAmong } from './undone.ts';

export type DraftIntent = Intent & Pick<JournalEntry, 'draftId' | 'draftRevision'>;

export interface Claim {
  /** Open entries of the same intent that the person chose to ignore. */
  readonly despite: readonly JournalEntry[];
  readonly release: () => void;
}

interface Needs extends Pick<Parts, 'connections' | 'journal' | 'drafts'> {
  readonly reconciler: Reconciler;
}

/**
 * The guard of every write. It refuses read-only installations, keeps them from being removed, and prevents
 * double sending: one running request per intent, and its earlier entries are settled first.
 */
export class Intents {
  readonly #needs: Needs;
  readonly #claimed = new Map<string, IntentPart[]>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Callers must release the claim. After a ProblemError, nothing may be sent. */
  async claim(intent: DraftIntent, despiteOpen = false): Promise<Claim> {
    const { connections } = this.#needs;
    const { connectionId } = intent;
    connections.findWritable(connectionId);
    const releases = [connections.uses.begin([connectionId], { kind: 'publish' })];
    const release = (): void => {
      for (const each of releases) each();
    };
    try {
      releases.push(this.#take(partsOf(intent)));
      const despite = await this.#openAfterReading(intent);
      if (despite.length > 0 && !despiteOpen) throw openStill();
      if (await this.#isPublished(intent)) throw alreadyPublished();
      const { undoes } = intent;
      const undone = undoes === null ? null : await undoneAmong(this.#needs.journal, [undoes]);
      if (undone !== null && undone.size > 0) throw undoneAlready();
      return { despite, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #take(parts: readonly IntentPart[]): () => void {
    const isTaken = (part: IntentPart): boolean =>
      this.#claimed.get(part.name)?.some((other) => clash(part, other)) === true;
    if (parts.some(isTaken)) throw underWay();
    for (const part of parts) {
      const held = this.#claimed.get(part.name);
      if (held === undefined) this.#claimed.set(part.name, [part]);
      else held.push(part);
    }
    return () => {
      for (const part of parts) {
        const left = this.#claimed.get(part.name)?.filter((each) => each !== part) ?? [];
        if (left.length === 0) this.#claimed.delete(part.name);
        else this.#claimed.set(part.name, left);
      }
    };
  }

  /** A row of a plan may be older than its draft. */
  async #isPublished(intent: DraftIntent): Promise<boolean> {
    const { action, connectionId, lineage, draftId, draftRevision } = intent;
    if (lineage === null || draftId === null || draftRevision === null) return false;
    const { drafts, journal } = this.#needs;
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
