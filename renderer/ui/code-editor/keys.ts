import { acceptCompletion, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import {
  copyLineDown,
  copyLineUp,
  deleteLine,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { closeSearchPanel, findNext, findPrevious, openSearchPanel } from '@codemirror/search';
import type { EditorView, KeyBinding } from '@codemirror/view';

/** Inserts spaces up to the next tab stop; indents the lines of a selection. */
function indent(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const { main } = state.selection;
  if (!main.empty) return indentMore(view);
  const unit = state.facet(indentUnit).length;
  const column = main.head - state.doc.lineAt(main.head).from;
  const blanks = ' '.repeat(unit - (column % unit));
  view.dispatch(state.replaceSelection(blanks), {
    userEvent: 'input.indent',
    scrollIntoView: true,
  });
  return true;
}

const outdent = (view: EditorView): boolean => !view.state.readOnly && indentLess(view);

const searchKeys: readonly KeyBinding[] = [
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  ...['F3', 'Mod-g'].map((key) => ({
    key,
    run: findNext,
    shift: findPrevious,
    scope: 'editor search-panel',
    preventDefault: true,
  })),
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
];

/** Excludes the window's own shortcuts, such as undo. Tab indents; after Esc it leaves the editor. */
export const editorKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: acceptCompletion },
  { key: 'Tab', run: indent, shift: outdent },
  ...closeBracketsKeymap,
  ...searchKeys,
  ...completionKeymap,
  { key: 'Alt-ArrowUp', run: moveLineUp, shift: copyLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown, shift: copyLineDown },
  { key: 'Shift-Mod-k', run: deleteLine },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
  ...standardKeymap,
];
