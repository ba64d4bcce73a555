import { isolateHistory } from '@codemirror/commands';
import { Annotation, type Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { afterPaint } from './after-paint.ts';
import { HeldVersions } from './held-versions.ts';
import { lineEndState, setLineEnds } from './line-end-state.ts';
import { lineEndsOf, toEdited, toHeld } from './line-ends.ts';
import { smallestChange } from './smallest-change.ts';

function later(run: () => void, delay: number): () => void {
  const timer = setTimeout(run, delay);
  return () => {
    clearTimeout(timer);
  };
}

/** Marks a change that came from outside: it is not told to where it came from. */
const fromOutside = Annotation.define<boolean>();

/** Changes closer to each other than this, in milliseconds, are told together, as when a key is held down. */
const burst = 60;

/** How long a change waits to be told at most, in milliseconds. */
const longestWait = 1_000;

/**
 * Keeps an editor's text and the text that is held outside of it in step, off the way from key to
 * paint: a change is told after it was painted, changes in quick succession at their end, and all at
 * once where `flush` is called. Line ends stay as they were held.
 */
export class TextSync {
  readonly #tell: (held: string) => void;
  readonly #versions: HeldVersions;
  #callOff: (() => void) | null = null;
  /** When the last change was, and when the first that was not told yet; in milliseconds. */
  #changedAt = -Infinity;
  #waitingSince = 0;
  #view: EditorView | null = null;

  constructor(held: string, tell: (held: string) => void) {
    this.#tell = tell;
    this.#versions = new HeldVersions(held, lineEndsOf(held));
  }

  /** The text that the editor starts with. */
  get start(): string {
    return toEdited(this.#versions.held, this.#versions.ends);
  }

  /** For the editor's state. */
  get extension(): Extension {
    const ends = this.#versions.ends;
    return [
      lineEndState.init(() => ends),
      EditorView.updateListener.of((update) => {
        const { state, startState } = update;
        const otherEnds = state.field(lineEndState) !== startState.field(lineEndState);
        if (update.docChanged || otherEnds) this.#changed(update);
      }),
    ];
  }

  /** The text as it is held outside. */
  get held(): string {
    return this.#versions.held;
  }

  attach(view: EditorView): void {
    this.#view = view;
  }

  /** Tells what has not been told yet, now. */
  flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const view = this.#view;
    if (view === null || !this.#versions.isBehind) return;
    const ends = view.state.field(lineEndState);
    const held = toHeld(view.state.doc, ends);
    this.#versions.hold(held, ends);
    this.#tell(held);
  }

  /** Takes a text from outside as one step that can be undone; what was not told yet gives way. */
  receive(held: string): void {
    const view = this.#view;
    if (view === null || held === this.#versions.held) return;
    this.#callOff?.();
    this.#callOff = null;
    const ends = lineEndsOf(held);
    const changes = smallestChange(view.state.doc, toEdited(held, ends));
    const otherEnds = ends !== view.state.field(lineEndState);
    if (changes !== null || otherEnds) {
      view.dispatch({
        changes: changes ?? [],
        effects: otherEnds ? setLineEnds.of(ends) : [],
        annotations: [fromOutside.of(true), isolateHistory.of('full')],
        scrollIntoView: false,
      });
    }
    this.#versions.hold(held, ends);
  }

  /** How places in a held text are found in the editor, see `HeldVersions`. */
  placesIn(held: string | null): ((offset: number) => number) | null {
    return this.#versions.placesIn(held);
  }

  #changed(update: ViewUpdate): void {
    this.#versions.change(update.changes.desc);
    const outside = update.transactions.some((each) => each.annotation(fromOutside) === true);
    if (!outside) this.#tellLater();
  }

  #tellLater(): void {
    const now = performance.now();
    const inBurst = now - this.#changedAt < burst;
    this.#changedAt = now;
    if (this.#callOff === null) this.#waitingSince = now;
    else if (!inBurst || now - this.#waitingSince > longestWait) return;
    this.#callOff?.();
    this.#callOff = inBurst ? later(this.#flush, burst) : afterPaint(this.#flush);
  }

  readonly #flush = (): void => {
    this.flush();
  };
}
