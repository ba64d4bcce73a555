import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { bracketsAt } from './brackets.ts';

/** Milliseconds without cursor movement before the search for the other bracket. */
const pause = 60;

const pair = Decoration.mark({ class: 'bracket-pair' });
const alone = Decoration.mark({ class: 'bracket-alone' });

function marksAt(view: EditorView): DecorationSet {
  const { main } = view.state.selection;
  const found = main.empty && view.hasFocus ? bracketsAt(view.state.doc, main.head) : null;
  if (found === null) return Decoration.none;
  const { bracket, other } = found;
  if (other === null) return Decoration.set(alone.range(bracket, bracket + 1));
  return Decoration.set([pair.range(bracket, bracket + 1), pair.range(other, other + 1)], true);
}

/** Delayed, because the other bracket may be at the other end of the text. */
class BracketSearch {
  readonly #view: EditorView;
  marks: DecorationSet = Decoration.none;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (!docChanged && !selectionSet && !focusChanged) return;
    this.marks = Decoration.none;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.marks = marksAt(this.#view);
      // An empty update shows them.
      if (this.marks.size > 0) this.#view.dispatch({});
    }, pause);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }
}

const colours = EditorView.theme({
  '.bracket-pair': {
    borderRadius: '2px',
    backgroundColor: 'var(--surface-3)',
    outline: '1px solid var(--line-strong)',
    outlineOffset: '-1px',
  },
  '.bracket-alone': {
    borderRadius: '2px',
    backgroundColor: 'var(--deleted-soft)',
    outline: '1px dashed var(--deleted)',
    outlineOffset: '-1px',
  },
});

const bracketMarks = ViewPlugin.fromClass(BracketSearch, { decorations: ({ marks }) => marks });

export const bracketHelp: Extension = [bracketMarks, colours];
