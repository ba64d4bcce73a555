import { type Extension, StateEffect, StateField } from '@codemirror/state';
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

const setMarks = StateEffect.define<DecorationSet>();

const bracketMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setMarks));
    if (set !== undefined) return set.value;
    return transaction.docChanged || transaction.selection !== undefined ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

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
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(update: ViewUpdate): void {
    if (!update.docChanged && !update.selectionSet && !update.focusChanged) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const marks = marksAt(this.#view);
      const before = this.#view.state.field(bracketMarks);
      if (marks.size > 0 || before.size > 0) {
        this.#view.dispatch({ effects: setMarks.of(marks) });
      }
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

export const bracketHelp: Extension = [bracketMarks, ViewPlugin.fromClass(BracketSearch), colours];
