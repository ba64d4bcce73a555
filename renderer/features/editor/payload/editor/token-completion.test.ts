import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeToken } from './token-completion.ts';
import { type TokenHelp, tokenBook } from './token-help.ts';

const tokenOf = (name: string, own: boolean): TokenHelp => ({
  name,
  meaning: `What ${name} means.`,
  sample: '7',
  emptyWhen: null,
  own,
});
const tokens = [tokenOf('AlertName', false), tokenOf('Ticket', true)];

function offered(
  marked: string,
  { asked = false, book = tokens, readOnly = false } = {},
): { from: number; labels: string[] } | null {
  const state = EditorState.create({
    doc: marked.replace('|', ''),
    extensions: [tokenBook.of(book), EditorState.readOnly.of(readOnly)],
  });
  const result = completeToken(new CompletionContext(state, marked.indexOf('|'), asked));
  return result === null
    ? null
    : { from: result.from, labels: result.options.map(({ label }) => label) };
}

describe('completion', () => {
  it('offers all placeholders after a percent sign, on any line', () => {
    const labels = ['AlertName', 'Ticket'];
    expect(offered('{\n"%|"')).toEqual({ from: 4, labels });
    expect(offered('{\n"%Al|"')).toEqual({ from: 4, labels });
  });

  it('offers nothing where no placeholder can begin, except on request', () => {
    expect(offered('100%|')).toBeNull();
    expect(offered('%20|')).toBeNull();
    expect(offered('"Al|"')).toBeNull();
    expect(offered('"Al|"', { asked: true })?.from).toBe(1);
  });

  it('offers nothing without known placeholders or in a read-only editor', () => {
    expect(offered('%|', { book: [] })).toBeNull();
    expect(offered('%|', { readOnly: true })).toBeNull();
  });
});
