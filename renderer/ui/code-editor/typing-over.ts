import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection, done without the browser: that would keep the looks of what was selected
 * in a style attribute, which the content security policy forbids.
 */
export const typingOver = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { state } = view;
    if (inputType !== 'insertText' || data === null || state.readOnly || view.composing) {
      return false;
    }
    const { from, to } = selected(view);
    if (from === to) return false;
    const typed = () =>
      state.update({
        changes: { from, to, insert: data },
        selection: { anchor: from + data.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, typed))) view.dispatch(typed());
    return true;
  },
});

/** What the browser has selected in the editor, which hears of a new selection a moment later. */
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
