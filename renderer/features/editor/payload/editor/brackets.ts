import type { Text } from '@codemirror/state';
import { lexJsonLine } from './json-lexer.ts';

/** Positions; `other` is `null` for an unmatched bracket. */
export interface BracketPair {
  readonly bracket: number;
  readonly other: number | null;
}

/** Characters, in whole lines, to search for the other bracket. */
const farthest = 400_000;

const opening = '{[';
const partners: Readonly<Record<string, string>> = { '{': '}', '[': ']', '}': '{', ']': '[' };

/** Ignores brackets in strings. Returns `null` without a bracket or if the other is too far. */
export function bracketsAt(doc: Text, position: number): BracketPair | null {
  const line = doc.lineAt(position);
  const column = position - line.from;
  const beside = [column, column - 1].filter((at) => line.text.charAt(at) in partners);
  const brackets = beside.length === 0 ? [] : bracketsOf(line.text, column - 1, column + 1);
  const here = beside.find((at) => brackets.includes(at));
  if (here === undefined) return null;
  const other = partnerOf(doc, line.number, here);
  return other === undefined ? null : { bracket: line.from + here, other };
}

function bracketsOf(text: string, from: number, to: number): number[] {
  const columns: number[] = [];
  lexJsonLine(text, from, to, (start, _end, kind) => {
    if (kind === 'bracket') columns.push(start);
  });
  return columns;
}

/** `null` if no bracket of the same kind closes it; `undefined` at the search limit. */
function partnerOf(doc: Text, first: number, column: number): number | null | undefined {
  const forward = opening.includes(doc.line(first).text.charAt(column));
  const open: string[] = [];
  let looked = 0;
  for (let number = first; number >= 1 && number <= doc.lines; number += forward ? 1 : -1) {
    const { text, from } = doc.line(number);
    const start = forward && number === first ? column : 0;
    const end = !forward && number === first ? column + 1 : text.length;
    const columns = bracketsOf(text, start, end);
    for (const at of forward ? columns : columns.reverse()) {
      const character = text.charAt(at);
      if (opening.includes(character) === forward) open.push(character);
      else if (open.pop() !== partners[character]) return null;
      if (open.length === 0) return from + at;
    }
    looked += text.length;
    if (looked > farthest) return undefined;
  }
  return null;
}
