import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { bracketsAt } from './brackets.ts';

/** The text between the brackets at `|`, both included; `alone` for a bracket without a match. */
function pairAt(marked: string): string | null {
  const position = marked.indexOf('|');
  const text = marked.replace('|', '');
  const pair = bracketsAt(Text.of(text.split('\n')), position);
  if (pair === null) return null;
  const { bracket, other } = pair;
  if (other === null) return 'alone';
  return text.slice(Math.min(bracket, other), Math.max(bracket, other) + 1);
}

describe('the brackets at a position', () => {
  it.each([
    ['|{"a": [1]}', '{"a": [1]}'],
    ['{"a": [1]}|', '{"a": [1]}'],
    ['{"a": |[1]}', '[1]'],
    ['{"a": [1|]}', '[1]'],
    ['|{\n  "a": {"b": "}"}\n}', '{\n  "a": {"b": "}"}\n}'],
    ['{\n  "a": "{"\n|}', '{\n  "a": "{"\n}'],
    ['[[1], [2]|]', '[[1], [2]]'],
    // The bracket after the cursor has priority over the one before it.
    ['[[1]|]', '[[1]]'],
    ['|{"a": 1', 'alone'],
    ['|{"a": 1]', 'alone'],
    ['1]|', 'alone'],
    ['{"a": "|{"}', null],
    ['{"a"|: 1}', null],
    ['|', null],
    ['"%A%"|', null],
  ])('%j', (marked, expected) => {
    expect(pairAt(marked)).toBe(expected);
  });

  it('are found at both ends of a large template', () => {
    const text = `[${'{"a": ["%AlertName%"]},\n'.repeat(12_000)}1]`;
    const doc = Text.of(text.split('\n'));
    expect(bracketsAt(doc, 0)).toEqual({ bracket: 0, other: text.length - 1 });
    expect(bracketsAt(doc, text.length)).toEqual({ bracket: text.length - 1, other: 0 });
  });
});
