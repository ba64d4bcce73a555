import { isolateHistory } from '@codemirror/commands';
import { Annotation, type ChangeDesc, type Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { afterPaint } from './after-paint.ts';
import { type LineEnds, lineEndsOf, placesOf, toEdited, toHeld } from './line-ends.ts';
import { smallestChange } from './smallest-change.ts';

function later(run: () => void, delay: number): () => void {
  const timer = setTimeout(run, delay);
  return () => {
    clearTimeout(timer);
  };
}

/** Marks a change that came from outside: it is not told to where it came from. */
const fromOutside = Annotation.define<boolean>();

/** A text that was told or received, and what was changed from it to the one after it. */
interface Version {
  readonly held: string;
  changes: ChangeDesc | null;
}

/** Changes closer to each other than this, in milliseconds, are told together, as when a key is held down. */
const burst = 60;

/** How long a change waits to be told at most, in milliseconds. */
const longestWait = 1_000;

/** How many versions are kept for places in them to be found again; each is one painted frame of typing. */
const versionsKept = 240;

/**
 * Keeps an editor's text and the text that is held outside of it in step, off the way from key to
 * paint: a change is told after it was painted, changes in quick succession at their end, and all at
 * once where `flush` is called. Line ends stay as they were held.
 */
export class TextSync {
  readonly #tell: (held: string) => void;
  #ends: LineEnds;
  /** Oldest first; the last is what is held outside. */
  #versions: Version[];
  #callOff: (() => void) | null = null;
  /** When the last change was, and when the first that was not told yet; in milliseconds. */
  #changedAt = -Infinity;
  #waitingSince = 0;
  #view: EditorView | null = null;

  constructor(held: string, tell: (held: string) => void) {
    this.#tell = tell;
    this.#ends = lineEndsOf(held);
    this.#versions = [{ held, changes: null }];
  }

  /** The text that the editor starts with. */
  get start(): string {
    return toEdited(this.#last.held, this.#ends);
  }

  /** For the editor's state. */
  get extension(): Extension {
    return EditorView.updateListener.of((update) => {
      if (update.docChanged) this.#changed(update);
    });
  }

  /** The text as it is held outside. */
  get held(): string {
    return this.#last.held;
  }

  attach(view: EditorView): void {
    this.#view = view;
  }

  /** Tells what has not been told yet, now. */
  flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const view = this.#view;
    if (view === null || this.#last.changes === null) return;
    const held = toHeld(view.state.doc, this.#ends);
    this.#push(held);
    this.#tell(held);
  }

  /** Takes a text from outside as one step that can be undone; what was not told yet gives way. */
  receive(held: string): void {
    const view = this.#view;
    if (view === null || held === this.#last.held) return;
    this.#callOff?.();
    this.#callOff = null;
    this.#ends = lineEndsOf(held);
    const changes = smallestChange(view.state.doc, toEdited(held, this.#ends));
    if (changes !== null) {
      view.dispatch({
        changes,
        annotations: [fromOutside.of(true), isolateHistory.of('full')],
        scrollIntoView: false,
      });
    }
    this.#push(held);
  }

  /**
   * How places in a held text are found in the editor, where something may have been typed since;
   * `null` means the newest. Returns `null` for a text that was not held lately.
   */
  placesIn(held: string | null): ((offset: number) => number) | null {
    const index =
      held === null
        ? this.#versions.length - 1
        : this.#versions.findLastIndex((version) => version.held === held);
    if (index === -1) return null;
    const from = this.#versions.slice(index);
    const place = placesOf(from[0]?.held ?? '', this.#ends);
    const since = from.flatMap(({ changes }) => (changes === null ? [] : [changes]));
    // Nobody asks for an older one any more.
    if (held !== null) this.#versions = from;
    return (offset) =>
      since.reduce((position, changes) => changes.mapPos(position, 1), place(offset));
  }

  get #last(): Version {
    const last = this.#versions.at(-1);
    if (last === undefined) throw new Error('There is always a text that is held.');
    return last;
  }

  #push(held: string): void {
    this.#versions.push({ held, changes: null });
    if (this.#versions.length > versionsKept) this.#versions.shift();
  }

  #changed(update: ViewUpdate): void {
    const last = this.#last;
    last.changes = last.changes?.composeDesc(update.changes.desc) ?? update.changes.desc;
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
