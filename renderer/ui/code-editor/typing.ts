import { EditorView } from '@codemirror/view';

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
