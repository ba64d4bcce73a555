import { insertNewlineAndIndent } from '@codemirror/commands';
import { getIndentation, indentUnit } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bracketsAt,
  jsonIndentation,
  type JsonKind,
  lexJsonLine,
  looksLikeJson,
} from './json-language.ts';

function pieces(line: string, from = 0, to = line.length): [string, JsonKind][] {
  const found: [string, JsonKind][] = [];
  lexJsonLine(line, from, to, (start, end, kind) => found.push([line.slice(start, end), kind]));
  return found;
}
const kinds = (line: string): string =>
  pieces(line)
    .filter(([, kind]) => kind !== 'punctuation' && kind !== 'bracket')
    .map(([text, kind]) => `${kind} ${text}`)
    .join(', ');

describe('a line of JSON', () => {
  it.each([
    ['{"a": "b"}', 'key "a", string "b"'],
    ['"a" : 1', 'key "a", number 1'],
    [String.raw`{"a\"b": "c\\"}`, String.raw`key "a\"b", string "c\\"`],
    ['[true, false, null, nullish]', 'word true, word false, word null'],
    ['[-1.5e+3, 01, 1.]', 'number -1.5e+3'],
    ['{"text": "%AlertName%: %Value%"}', 'key "text", string "%AlertName%: %Value%"'],
    ['{"value": %Value%, "b": 1}', 'key "value", key "b", number 1'],
    ["{'a': 'b', 'c': [1]}", "key 'a', string 'b', key 'c', number 1"],
    [`{"a": 'it"s'}`, `key "a", string 'it"s'`],
    [`{"a": "it's"}`, `key "a", string "it's"`],
    ["It's 5 o'clock", 'number 5'],
    ['"open', 'string "open'],
    [String.raw`"open\"`, String.raw`string "open\"`],
    ['%20"a"', 'string "a"'],
    ['', ''],
  ])('%s', (line, expected) => {
    expect(kinds(line)).toBe(expected);
  });

  it('has the same pieces in any part as in the whole line', () => {
    const line = fc.stringMatching(/^["'a1{}[\]:,%\\ .-]{0,24}$/);
    fc.assert(
      fc.property(line, fc.nat(24), fc.nat(24), (text, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const inside: unknown[] = [];
        lexJsonLine(text, 0, text.length, (start, end, kind) => {
          if (end > from && start < to) inside.push([text.slice(start, end), kind]);
        });
        expect(pieces(text, from, to)).toEqual(inside);
      }),
    );
  });

  it('has ordered pieces that do not overlap', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let last = 0;
        lexJsonLine(text, 0, text.length, (start, end) => {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        });
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

it.each([
  [' {"a": 1}', true],
  ['[1]', true],
  ["'a'", true],
  ['text=%AlertName%', false],
  ['<alert/>', false],
  ['', false],
])('%j looks like JSON: %s', (text, expected) => {
  expect(looksLikeJson(text)).toBe(expected);
});

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

function stateOf(marked: string): EditorState {
  return EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor: marked.indexOf('|') },
    extensions: [jsonIndentation, indentUnit.of('  ')],
  });
}

/** Presses Enter at `|` and returns the text with `|` at the new cursor. */
function afterEnter(marked: string): string {
  let state = stateOf(marked);
  insertNewlineAndIndent({ state, dispatch: (transaction) => (state = transaction.state) });
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

describe('Enter', () => {
  it.each([
    ['{|', '{\n  |'],
    ['{|}', '{\n  |\n}'],
    ['  "a": [|]', '  "a": [\n    |\n  ]'],
    ['{\n  "a": 1,|', '{\n  "a": 1,\n  |'],
    ['{\n  "a": {"b": 1},|', '{\n  "a": {"b": 1},\n  |'],
    ['text|', 'text\n|'],
    ['  text|', '  text\n  |'],
    ['|', '\n|'],
  ])('%j', (before, after) => {
    expect(afterEnter(before)).toBe(after);
  });
});

it.each([
  ['{\n  "a": [\n    1\n|]', 2],
  ['{\n  "a": 1\n|}', 0],
  ['{\n|"a": 1', 2],
  ['[\n\n|1', 2],
  ['|1', 0],
])('the line of the cursor in %j is indented to column %i', (marked, column) => {
  const state = stateOf(marked);
  expect(getIndentation(state, state.selection.main.head)).toBe(column);
});
