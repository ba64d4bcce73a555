import { insertNewlineAndIndent } from '@codemirror/commands';
import { getIndentation, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { jsonIndentation } from './indentation.ts';

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
