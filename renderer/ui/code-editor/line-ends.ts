import type { Text } from '@codemirror/state';

/**
 * How the lines of a text end, as far as an editor must know to give the same text back: all with LF
 * (or there is but one line), all with CR LF, or neither. CR that belongs to no CR LF throughout is
 * left in the text as a character, so that nothing of it is lost.
 */
export type LineEnds = 'lf' | 'crlf' | 'mixed';

/** Line ends for people. */
export const lineEndNames: Readonly<Record<LineEnds, string>> = {
  lf: 'LF',
  crlf: 'CRLF',
  mixed: 'LF and CRLF',
};

export function lineEndsOf(held: string): LineEnds {
  if (!held.includes('\r')) return 'lf';
  return /\r(?!\n)|(?<!\r)\n/.test(held) ? 'mixed' : 'crlf';
}

/** The text as it is edited: its lines end with LF. */
export const toEdited = (held: string, ends: LineEnds): string =>
  ends === 'crlf' ? held.replaceAll('\r\n', '\n') : held;

/** The text as it is held outside the editor, with the line ends that it came with. */
export const toHeld = (doc: Text, ends: LineEnds): string =>
  doc.sliceString(0, doc.length, ends === 'crlf' ? '\r\n' : '\n');

/**
 * Where in the edited text an offset of the held text is, in UTF-16 code units. One outside the text
 * is moved to its nearest end, one between CR and LF to the end of the line.
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

/** How many of the sorted numbers are less than `limit`. */
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
