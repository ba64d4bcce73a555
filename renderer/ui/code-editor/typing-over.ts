import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection, done without the browser: that would keep the looks of what was selected
 * in a style attribute, which the content security policy forbids.
 */
export const typingOver = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (inputType !== 'insertText' || data === null || empty) return false;
    if (state.readOnly || view.composing) return false;
    const typed = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, typed))) view.dispatch(typed());
    return true;
  },
});
