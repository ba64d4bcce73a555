import {
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * `crlf`: every line ends with CR LF. `mixed`: CR stays a character, so that the text comes back
 * unchanged. A single line counts as `lf`.
 */
export type LineEnds = 'lf' | 'crlf' | 'mixed';

export const lineEndNames: Readonly<Record<LineEnds, string>> = {
  lf: 'LF',
  crlf: 'CRLF',
  mixed: 'LF and CRLF',
};

export function lineEndsOf(held: string): LineEnds {
  if (!held.includes('\r')) return 'lf';
  return /\r(?!\n)|(?<!\r)\n/.test(held) ? 'mixed' : 'crlf';
}

export const toEdited = (held: string, ends: LineEnds): string =>
  ends === 'crlf' ? held.replaceAll('\r\n', '\n') : held;

export const toHeld = (doc: Text, ends: LineEnds): string =>
  doc.sliceString(0, doc.length, ends === 'crlf' ? '\r\n' : '\n');

/**
 * Maps offsets of the text outside to the edited text, in UTF-16 code units.
 * Clamps to the text; an offset between CR and LF becomes the end of the line.
 */
export function placesOf(held: string, ends: LineEnds): (offset: number) => number {
  if (ends !== 'crlf') return (offset) => clamp(offset, held.length);
  const returns: number[] = [];
  for (let at = held.indexOf('\r'); at !== -1; at = held.indexOf('\r', at + 1)) returns.push(at);
  return (offset) => {
    const within = clamp(offset, held.length);
    return within - countBelow(returns, within);
  };
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const clamp = (value: number, limit: number): number => Math.min(Math.max(value, 0), limit);

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
