import type { PublishOutcome } from '#contract/publishing.ts';
import { isOpen, type EntryOutcome } from '#domain/journal/entry.ts';

/** What the soak found to be wrong. */
export interface Finding {
  /** Which promise is broken. */
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
  | 'outcome told otherwise'
  | 'entry left open'
  | 'intent applied twice';

/** The token of a draft's content; `null` for one that is no more. */
export interface Acknowledged {
  readonly token: string | null;
  readonly revision: number;
}

/** What a person was told when a draft was published. */
export interface Told {
  readonly token: string;
  readonly kind: PublishOutcome['kind'];
}

/** What the persons of the soak did and were told, for comparison with recorded requests and History. */
export class Ledger {
  readonly findings: Finding[] = [];
  readonly told: Told[] = [];
  /** The latest content of each draft that the host acknowledged. */
  readonly drafts = new Map<string, Acknowledged>();
  /** Contents that calls without an answer may have left. */
  readonly possible = new Map<string, Set<string | null>>();
  readonly operations = new Map<string, number>();
  /** Closed outcomes that some window was shown. */
  readonly #closed = new Map<string, EntryOutcome>();
  #tokens = 0;

  /** A text that is in one draft's revision and nowhere else. */
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

  /** The host acknowledged this content of a draft; `null` for its removal. */
  acknowledge(draftId: string, token: string | null, revision: number): void {
    this.refused(draftId, token);
    const known = this.drafts.get(draftId);
    if (known === undefined || known.revision < revision) {
      this.drafts.set(draftId, { token, revision });
    }
  }

  /** The host may or may not hold this content of a draft. */
  doubt(draftId: string, token: string | null): void {
    const known = this.possible.get(draftId) ?? new Set();
    this.possible.set(draftId, known.add(token));
  }

  /** The host answered that it did not take this content. */
  refused(draftId: string, token: string | null): void {
    this.possible.get(draftId)?.delete(token);
  }

  /** A draft was looked at: this is how it is. */
  meet(draftId: string, acknowledged: Acknowledged): void {
    this.possible.delete(draftId);
    this.drafts.set(draftId, acknowledged);
  }

  /** A window was shown an entry. */
  see(entryId: string, outcome: EntryOutcome): void {
    const before = this.#closed.get(entryId);
    if (before !== undefined && before !== outcome && !isOpen(outcome)) {
      this.find('closed entry changed', `${entryId} was ${before} and became ${outcome}`);
    }
    if (!isOpen(outcome)) this.#closed.set(entryId, outcome);
  }
}
