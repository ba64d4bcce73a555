import type { PublishOutcome } from '#contract/publishing.ts';
import { isOpen, type EntryOutcome } from '#domain/journal/entry.ts';

/** A broken guarantee that the soak found. */
export interface Finding {
  readonly kind: FindingKind;
  readonly detail: string;
}

export type FindingKind =
  | 'unexpected error'
  | 'host ended by itself'
  | 'service failed'
  | 'draft lost'
  | 'draft outlives its publication'
  | 'request without an entry'
  | 'wrong outcome'
  | 'closed entry changed'
  | 'reported outcome differs'
  | 'entry left open'
  | 'intent applied twice';

/** The token of a draft's content; `null` for a removed draft. */
export interface Acknowledged {
  readonly token: string | null;
  readonly revision: number;
}

/** The outcome that a person saw when a draft was published. */
export interface Told {
  readonly token: string;
  readonly kind: PublishOutcome['kind'];
}

/** The actions of the persons and the outcomes they saw, for the checks after a round. */
export class Ledger {
  readonly findings: Finding[] = [];
  readonly told: Told[] = [];
  /** The latest content of each draft that the host acknowledged. */
  readonly drafts = new Map<string, Acknowledged>();
  /** Possible contents after calls without a response, with the number of these calls. */
  readonly possible = new Map<string, Map<string | null, number>>();
  /** The lineage of the draft that has a token. */
  readonly lineages = new Map<string, string>();
  readonly operations = new Map<string, number>();
  /** Closed outcomes that a window has shown. */
  readonly #closed = new Map<string, EntryOutcome>();
  #tokens = 0;

  /** Returns a text that identifies one revision of a draft. */
  newToken(): string {
    this.#tokens += 1;
    return `soak-${this.#tokens}`;
  }

  find(kind: FindingKind, detail: string): void {
    const isKnown = this.findings.some((each) => each.kind === kind && each.detail === detail);
    if (!isKnown) this.findings.push({ kind, detail });
  }

  count(operation: string): void {
    this.operations.set(operation, (this.operations.get(operation) ?? 0) + 1);
  }

  /** Records that the host acknowledged this content of a draft; `null` for its removal. */
  acknowledge(draftId: string, token: string | null, revision: number): void {
    this.refused(draftId, token);
    const known = this.drafts.get(draftId);
    if (known === undefined || known.revision < revision) {
      this.drafts.set(draftId, { token, revision });
    }
  }

  /** Records that the host may have this content of a draft. */
  doubt(draftId: string, token: string | null): void {
    const known = this.possible.get(draftId) ?? new Map<string | null, number>();
    this.possible.set(draftId, known.set(token, (known.get(token) ?? 0) + 1));
  }

  /** One call for this content has its response. The other person may still wait for the same. */
  refused(draftId: string, token: string | null): void {
    const known = this.possible.get(draftId);
    const left = (known?.get(token) ?? 0) - 1;
    if (left > 0) known?.set(token, left);
    else known?.delete(token);
  }

  /** Records the actual content of a draft. */
  meet(draftId: string, acknowledged: Acknowledged): void {
    this.possible.delete(draftId);
    this.drafts.set(draftId, acknowledged);
  }

  /** Records an outcome that a window has shown. Reports a closed entry that changed. */
  see(entryId: string, outcome: EntryOutcome): void {
    const before = this.#closed.get(entryId);
    if (before !== undefined && before !== outcome && !isOpen(outcome)) {
      this.find('closed entry changed', `${entryId} was ${before} and became ${outcome}`);
    }
    if (!isOpen(outcome)) this.#closed.set(entryId, outcome);
  }
}
