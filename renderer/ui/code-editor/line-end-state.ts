import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import type { Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type LineEnds, lineEndsOf } from './line-ends.ts';

export const setLineEnds = StateEffect.define<LineEnds>();

/** Pasted text got the line ends of the text. */
export const pastedEndsChanged = StateEffect.define<{ from: LineEnds; to: LineEnds }>();

export const lineEndState = StateField.define<LineEnds>({
  create: () => 'lf',
  update: (ends, { effects }) => {
    const set = effects.findLast((effect) => effect.is(setLineEnds));
    return set?.is(setLineEnds) === true ? set.value : ends;
  },
});

const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** The last copied text: the system's clipboard may change its line ends. */
let copied: { readonly text: string; readonly ends: LineEnds } | null = null;

/**
 * Pasting over everything, or into a single line, keeps CR LF.
 * Otherwise pasted text takes the present line ends; in mixed text it stays as is.
 */
export function clipboardLineEnds(): Extension {
  let pasted: LineEnds | null = null;
  return [
    EditorView.clipboardOutputFilter.of((text, state) => {
      const ends = state.field(lineEndState);
      copied = { text: plain(text), ends: ends === 'mixed' ? lineEndsOf(text) : ends };
      return ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
    }),
    EditorView.clipboardInputFilter.of((text, state) => {
      const plainText = plain(text);
      pasted = null;
      if (state.field(lineEndState) === 'mixed') return text;
      if (plainText.includes('\n')) {
        pasted = copied?.text === plainText ? copied.ends : lineEndsOf(text);
      }
      return plainText;
    }),
    EditorState.transactionExtender.of((transaction) => {
      if (pasted === null || !transaction.docChanged) return null;
      const from = pasted;
      pasted = null;
      const to = transaction.startState.field(lineEndState);
      if (from === to) return null;
      const stays = from === 'crlf' && !keepsLineBreak(transaction);
      return { effects: stays ? setLineEnds.of(from) : pastedEndsChanged.of({ from, to }) };
    }),
  ];
}

function keepsLineBreak({ changes, startState }: Transaction): boolean {
  let keeps = false;
  changes.iterGaps((start, _after, length) => {
    const { doc } = startState;
    keeps ||= doc.lineAt(start).number !== doc.lineAt(start + length).number;
  });
  return keeps;
}
