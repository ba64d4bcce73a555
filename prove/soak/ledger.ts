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
  | 'request without an entry'
  | 'wrong outcome'
  | 'closed entry changed'
  | 'outcome told otherwise'
  | 'entry left open'
  | 'intent applied twice';

/** What a person was told when a draft was published. */
export interface Told {
  readonly token: string;
  readonly kind: PublishOutcome['kind'];
}

/** What the persons of the soak did and were told; the checks hold it against witness and History. */
export class Ledger {
  readonly findings: Finding[] = [];
  readonly told: Told[] = [];
  /** The token of each draft that the host has acknowledged; `null` once it acknowledged the removal. */
  readonly drafts = new Map<string, string | null>();
  /** Drafts with a save, removal or publication whose answer did not come: either state is right. */
  readonly uncertain = new Map<string, Set<string | null>>();
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
  acknowledge(draftId: string, token: string | null): void {
    this.drafts.set(draftId, token);
    this.uncertain.delete(draftId);
  }

  /** The host may or may not hold this content of a draft. */
  doubt(draftId: string, token: string | null): void {
    const known = this.uncertain.get(draftId) ?? new Set([this.drafts.get(draftId) ?? null]);
    this.uncertain.set(draftId, known.add(token));
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
