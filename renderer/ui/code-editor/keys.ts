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
import { EditorView, type KeyBinding } from '@codemirror/view';

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

/** Milliseconds. Another key than Esc and Tab ends the mode before. */
const tabLeavesFor = 600_000;

/** The focus stays: a person may press Esc against a popup and type on. */
function letTabLeave(view: EditorView): boolean {
  view.setTabFocusMode(tabLeavesFor);
  return true;
}

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
  { key: 'Escape', run: letTabLeave },
  { key: 'Alt-ArrowUp', run: moveLineUp, shift: copyLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown, shift: copyLineDown },
  { key: 'Shift-Mod-k', run: deleteLine },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
  ...standardKeymap,
];

/**
 * Inserts text itself: the browser would write a style attribute, which the CSP forbids,
 * and takes twice as long in a line of 256 KiB. Composed input is left to the browser.
 */
export const typing = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { state } = view;
    if (inputType !== 'insertText' || data === null || state.readOnly || view.composing) {
      return false;
    }
    const { from, to } = selected(view);
    const text = data.replaceAll(/\r\n?/g, '\n');
    const typed = () =>
      state.update({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, text, typed))) view.dispatch(typed());
    return true;
  },
});

/** Asks the browser, because the editor learns of a new selection later. */
function selected(view: EditorView): { from: number; to: number } {
  const { root, contentDOM } = view;
  const [range] =
    root instanceof ShadowRoot
      ? (document.getSelection()?.getComposedRanges({ shadowRoots: [root] }) ?? [])
      : [];
  if (range === undefined || !contentDOM.contains(range.startContainer)) {
    return view.state.selection.main;
  }
  const from = view.posAtDOM(range.startContainer, range.startOffset);
  return { from, to: view.posAtDOM(range.endContainer, range.endOffset) };
}
