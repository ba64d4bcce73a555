import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { tooLongToWrap } from './wrapping.ts';

const long = 'x'.repeat(10_001);
const stateOf = (doc: string): EditorState =>
  EditorState.create({ doc, extensions: [tooLongToWrap, EditorState.lineSeparator.of('\n')] });

describe('a line that is too long to be wrapped', () => {
  it.each([
    ['', false],
    ['short\nshort', false],
    ['x'.repeat(10_000), false],
    [long, true],
    [`a\n${long}\nb`, true],
    [`${'x'.repeat(6_000)}\n${'x'.repeat(6_000)}`, false],
  ])('is found, example %#', (doc, expected) => {
    expect(stateOf(doc).field(tooLongToWrap)).toBe(expected);
  });

  it('is detected again after each change', () => {
    let state = stateOf('a\nb\nc');
    const change = (from: number, to: number, insert: string): boolean => {
      state = state.update({ changes: { from, to, insert } }).state;
      return state.field(tooLongToWrap);
    };
    expect(change(2, 2, 'x'.repeat(9_999))).toBe(false);
    expect(change(2, 2, 'x')).toBe(true);
    expect(change(5, 5, '\n')).toBe(false);
    expect(change(5, 6, '')).toBe(true);
    expect(change(0, 0, 'a line more\n')).toBe(true);
    expect(change(0, state.doc.length, '')).toBe(false);
  });
});
