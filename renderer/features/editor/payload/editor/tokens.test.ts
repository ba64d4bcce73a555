import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeToken, completionPlace, tokenBook, type TokenHelp } from './tokens.ts';

/** Marks what a placeholder replaces at `|`: `<>` after its `%`, else `()`. `null` for no offer. */
function placeAt(marked: string, asked = false): string | null {
  const column = marked.indexOf('|');
  const line = marked.replace('|', '');
  const place = completionPlace(line, column, asked);
  if (place === null) return null;
  const { from, to, opened } = place;
  return `${line.slice(0, from)}${opened ? '<' : '('}${line.slice(from, to)}${opened ? '>' : ')'}${line.slice(to)}`;
}

describe('a placeholder is offered while typing', () => {
  it.each([
    ['%|', '%<>'],
    ['"%|"', '"%<>"'],
    ['%Al|', '%<Al>'],
    ['a %A| b', 'a %<A> b'],
    ['%A%%|', '%A%%<>'],
    ['%A%: %B|', '%A%: %<B>'],
    // The rest of the placeholder at the cursor is replaced.
    ['%Al|ert%', '%<Alert%>'],
    ['%Al|%', '%<Al%>'],
    ['%|%', '%<%>'],
    // The `%` of another placeholder stays.
    ['%Al|%Severity%', '%<Al>%Severity%'],
    ['%Al| %Severity%', '%<Al> %Severity%'],
    ['%Al|ertName', '%<Al>ertName'],
    // A `%` after a URL escape opens a placeholder.
    ['?q=%20%|', '?q=%20%<>'],
    ['?q=%20%Al|', '?q=%20%<Al>'],
  ])('%s', (marked, expected) => {
    expect(placeAt(marked)).toBe(expected);
  });
});

describe('no placeholder is offered while typing', () => {
  it.each(['|', 'Al|', '100%|', '50%o|', '%20|', '%C3%A9|', '%A%|', '%A%b|', '"|'])(
    '%s',
    (line) => {
      expect(placeAt(line)).toBeNull();
    },
  );
});

describe('a placeholder is offered on request', () => {
  it.each([
    ['|', '()'],
    ['"|"', '"()"'],
    ['Al|', '(Al)'],
    ['100%|', '100%<>'],
    ['%A%|', '%A%()'],
    ['%20|', '%(20)'],
  ])('%s', (marked, expected) => {
    expect(placeAt(marked, true)).toBe(expected);
  });
});

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
