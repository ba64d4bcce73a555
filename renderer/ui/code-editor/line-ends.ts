import type { Text } from '@codemirror/state';

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
