import { smallestChange } from '../smallest-change.ts';
import { Annotation, type Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
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
  readonly #report: (held: string) => void;
  readonly #versions: HeldVersions;
  #cancel: (() => void) | null = null;
  /** Milliseconds. */
  #changedAt = -Infinity;
  #waitingSince = 0;
  #view: EditorView | null = null;

  constructor(held: string, report: (held: string) => void) {
    this.#report = report;
    this.#versions = new HeldVersions(held, lineEndsOf(held));
  }

  get start(): string {
    return toEdited(this.#versions.held, this.#versions.ends);
  }

  get extension(): Extension {
    const ends = this.#versions.ends;
    return [
      lineEndState.init(() => ends),
      EditorView.updateListener.of((update) => {
        const { state, startState } = update;
        const otherEnds = state.field(lineEndState) !== startState.field(lineEndState);
        if (update.docChanged || otherEnds) this.#onUpdate(update);
        // What is typed at another place is an edit of its own.
        else if (update.selectionSet) this.flush();
      }),
    ];
  }

  get held(): string {
    return this.#versions.held;
  }

  attach(view: EditorView): void {
    this.#view = view;
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const view = this.#view;
    if (view === null || !this.#versions.isBehind) return;
    const ends = view.state.field(lineEndState);
    const held = toHeld(view.state.doc, ends);
    this.#versions.hold(held, ends);
    this.#report(held);
  }

  /** Applies a text from outside, such as an undone edit; unreported changes are dropped. */
  receive(held: string): void {
    const view = this.#view;
    if (view === null || held === this.#versions.held) return;
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

  #onUpdate(update: ViewUpdate): void {
    this.#versions.change(update.changes.desc);
    const outside = update.transactions.some((each) => each.annotation(fromOutside) === true);
    if (!outside) this.#reportLater();
  }

  #reportLater(): void {
    const now = performance.now();
    const inBurst = now - this.#changedAt < burst;
    this.#changedAt = now;
    if (this.#cancel === null) this.#waitingSince = now;
    else if (!inBurst || now - this.#waitingSince > longestWait) return;
    this.#cancel?.();
    this.#cancel = inBurst ? later(this.#flush, burst) : afterPaint(this.#flush);
  }

  readonly #flush = (): void => {
    this.flush();
  };
}
