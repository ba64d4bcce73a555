import { Annotation, type ChangeDesc } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { smallestChange } from '../smallest-change.ts';
import {
  type LineEnds,
  lineEndsOf,
  lineEndState,
  placesOf,
  setLineEnds,
  toEdited,
  toHeld,
} from './line-ends.ts';

/** Milliseconds; a hidden window does not paint. */
const longestPaint = 250;

/** Runs `run` after the next paint or the longest wait; returns a function that cancels it. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    timer = setTimeout(run, 0);
  });
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, longestPaint);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    clearTimeout(timer);
  };
}

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

function later(run: () => void, delay: number): () => void {
  const timer = setTimeout(run, delay);
  return () => {
    clearTimeout(timer);
  };
}

/** Marks changes from outside, which must not be reported back. */
const fromOutside = Annotation.define<boolean>();

/** Milliseconds; closer changes are reported together, such as a held key. */
const burst = 60;

/** Milliseconds that a change waits at most. */
const longestWait = 1_000;

/**
 * Synchronizes the editor with the text outside; line ends stay as they were.
 * Reports changes after paint and after a burst, to keep typing fast; `flush` reports at once.
 */
export class TextSync {
  readonly #view: EditorView;
  readonly #report: (held: string) => void;
  readonly #versions: HeldVersions;
  #cancel: (() => void) | null = null;
  /** Milliseconds. */
  #changedAt = -Infinity;
  #waitingSince = 0;

  constructor(view: EditorView, held: string, report: (held: string) => void) {
    this.#view = view;
    this.#report = report;
    this.#versions = new HeldVersions(held, lineEndsOf(held));
  }

  get held(): string {
    return this.#versions.held;
  }

  /** Call after each update of the editor. */
  follow(update: ViewUpdate): void {
    const { state, startState, docChanged, selectionSet } = update;
    if (docChanged || state.field(lineEndState) !== startState.field(lineEndState)) {
      this.#versions.change(update.changes.desc);
      const outside = update.transactions.some((each) => each.annotation(fromOutside) === true);
      if (!outside) this.#reportLater();
    } else if (selectionSet) {
      // What is typed at another place is an edit of its own.
      this.flush();
    }
  }

  readonly flush = (): void => {
    this.#cancel?.();
    this.#cancel = null;
    if (!this.#versions.isBehind) return;
    const { state } = this.#view;
    const ends = state.field(lineEndState);
    const held = toHeld(state.doc, ends);
    this.#versions.hold(held, ends);
    this.#report(held);
  };

  /** Applies a text from outside, such as an undone edit; unreported changes are dropped. */
  receive(held: string): void {
    const view = this.#view;
    if (held === this.#versions.held) return;
    this.#cancel?.();
    this.#cancel = null;
    const ends = lineEndsOf(held);
    const changes = smallestChange(view.state.doc.toString(), toEdited(held, ends));
    const otherEnds = ends !== view.state.field(lineEndState);
    if (changes !== null || otherEnds) {
      // A focused text changes by undo, and then the caret shows where.
      const caret = view.hasFocus && changes !== null ? changes.from + changes.insert.length : null;
      view.dispatch({
        changes: changes ?? [],
        effects: otherEnds ? setLineEnds.of(ends) : [],
        annotations: fromOutside.of(true),
        ...(caret !== null && { selection: { anchor: caret } }),
        scrollIntoView: caret !== null,
      });
    }
    this.#versions.hold(held, ends);
  }

  placesIn(held: string | null): ((offset: number) => number) | null {
    return this.#versions.placesIn(held);
  }

  #reportLater(): void {
    const now = performance.now();
    const inBurst = now - this.#changedAt < burst;
    this.#changedAt = now;
    if (this.#cancel === null) this.#waitingSince = now;
    else if (!inBurst || now - this.#waitingSince > longestWait) return;
    this.#cancel?.();
    this.#cancel = inBurst ? later(this.flush, burst) : afterPaint(this.flush);
  }
}
