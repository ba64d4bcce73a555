import type { ChangeDesc } from '@codemirror/state';
import { type LineEnds, placesOf } from './line-ends.ts';

/** How many versions are kept for places in them to be found again. */
const kept = 240;

interface Version {
  readonly held: string;
  readonly ends: LineEnds;
  /** What was changed from it to the next one, or so far; `null` for nothing. */
  changes: ChangeDesc | null;
}

/**
 * The texts that were held outside of an editor one after the other, and how the editor's text came
 * from each to the next: what is found in one of them is found again in what the editor has now.
 */
export class HeldVersions {
  #versions: readonly Version[] = [];
  #newest: Version;

  constructor(held: string, ends: LineEnds) {
    this.#newest = { held, ends, changes: null };
    this.#versions = [this.#newest];
  }

  /** The text that is held now. */
  get held(): string {
    return this.#newest.held;
  }

  /** How its lines end. */
  get ends(): LineEnds {
    return this.#newest.ends;
  }

  /** Whether the editor has something else than what is held. */
  get isBehind(): boolean {
    return this.#newest.changes !== null;
  }

  /** The editor's text was changed. */
  change(changes: ChangeDesc): void {
    const before = this.#newest.changes;
    this.#newest.changes = before === null ? changes : before.composeDesc(changes);
  }

  /** What the editor has is what is held from now on. */
  hold(held: string, ends: LineEnds): void {
    this.#newest = { held, ends, changes: null };
    this.#versions = [...this.#versions.slice(1 - kept), this.#newest];
  }

  /**
   * How places in a held text are found in the editor; `null` means the newest. Older ones than the
   * one that was asked for are forgotten. Returns `null` for a text that was not held lately.
   */
  placesIn(held: string | null): ((offset: number) => number) | null {
    if (held !== null) {
      const index = this.#versions.findLastIndex((version) => version.held === held);
      if (index === -1) return null;
      this.#versions = this.#versions.slice(index);
    }
    const from = held === null ? [this.#newest] : this.#versions;
    const place = placesOf(from[0]?.held ?? '', from[0]?.ends ?? 'lf');
    const since = from.flatMap(({ changes }) => (changes === null ? [] : [changes]));
    return (offset) =>
      since.reduce((position, changes) => changes.mapPos(position, 1), place(offset));
  }
}
