import { StateField, type Text, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Characters. The browser lays out a whole wrapped line at each keystroke. */
const longestWrapped = 10_000;

function hasLongLine(doc: Text): boolean {
  if (doc.length <= longestWrapped) return false;
  for (let number = 1; number <= doc.lines; number += 1) {
    if (doc.line(number).length > longestWrapped) return true;
  }
  return false;
}

function longAfter(before: boolean, { changes, newDoc }: Transaction): boolean {
  if (before || newDoc.length <= longestWrapped) return hasLongLine(newDoc);
  let long = false;
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    for (let at = from; at <= to && !long;) {
      const line = newDoc.lineAt(at);
      long = line.length > longestWrapped;
      at = line.to + 1;
    }
  });
  return long;
}

export const tooLongToWrap = StateField.define<boolean>({
  create: (state) => hasLongLine(state.doc),
  update: (long, transaction) => (transaction.docChanged ? longAfter(long, transaction) : long),
  provide: (field) =>
    EditorView.contentAttributes.from(field, (long): Record<string, string> =>
      long ? {} : { class: 'cm-lineWrapping' },
    ),
});

/** Of the width of the editor. */
const step = 1 / 4;

/** At the edge of a line that is not wrapped, scrolls once for many keys: each time, the browser draws the text again. */
export const scrollInSteps = EditorView.scrollHandler.of((view, { head }, { x, xMargin }) => {
  const { scrollDOM } = view;
  if (x !== 'nearest' || scrollDOM.scrollWidth <= scrollDOM.clientWidth) return false;
  const { node, offset } = view.domAtPos(head);
  const caret = document.createRange();
  caret.setStart(node, offset);
  const { right } = caret.getBoundingClientRect();
  const edge = scrollDOM.getBoundingClientRect().left + scrollDOM.clientWidth - xMargin;
  // Chromium has often moved a typed character to the edge already.
  if (right > edge - 1) scrollDOM.scrollLeft += right - edge + scrollDOM.clientWidth * step;
  // CodeMirror does the rest.
  return false;
});
