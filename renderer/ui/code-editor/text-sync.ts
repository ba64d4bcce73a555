import { smallestChange } from '../smallest-change.ts';
import { Annotation } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { afterPaint } from './after-paint.ts';
import { HeldVersions } from './held-versions.ts';
import { lineEndState, setLineEnds } from './line-end-state.ts';
import { lineEndsOf, toEdited, toHeld } from './line-ends.ts';

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
