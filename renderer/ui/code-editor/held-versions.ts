import type { ChangeDesc } from '@codemirror/state';
import { type LineEnds, placesOf } from './line-ends.ts';

const maxVersions = 240;

interface Version {
  readonly held: string;
  readonly ends: LineEnds;
  /** Changes to the next version, or so far; `null` for none. */
  changes: ChangeDesc | null;
}

/** Maps offsets of a recent text outside, such as those of findings, to the editor's text. */
export class HeldVersions {
  #versions: readonly Version[] = [];
  #newest: Version;

  constructor(held: string, ends: LineEnds) {
    this.#newest = { held, ends, changes: null };
    this.#versions = [this.#newest];
  }

  get held(): string {
    return this.#newest.held;
  }

  /** Whether the editor has changes that the text outside lacks. */
  get isBehind(): boolean {
    return this.#newest.changes !== null;
  }

  change(changes: ChangeDesc): void {
    const before = this.#newest.changes;
    this.#newest.changes = before === null ? changes : before.composeDesc(changes);
  }

  hold(held: string, ends: LineEnds): void {
    this.#newest = { held, ends, changes: null };
    this.#versions = [...this.#versions.slice(1 - maxVersions), this.#newest];
  }

  /**
   * Maps offsets of `held` (`null`: the newest) to the editor's text, and drops older versions.
   * Returns `null` if `held` is not among the recent texts.
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
