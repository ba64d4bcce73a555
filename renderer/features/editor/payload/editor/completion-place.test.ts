import { describe, expect, it } from 'vitest';
import { completionPlace } from './completion-place.ts';

/** The line with `<` and `>` around what a token would replace, the cursor being at `|`; or `null`. */
function placeAt(marked: string, asked = false): string | null {
  const column = marked.indexOf('|');
  const line = marked.replace('|', '');
  const place = completionPlace(line, column, asked);
  if (place === null) return null;
  const { from, to, opened } = place;
  return `${line.slice(0, from)}${opened ? '<' : '('}${line.slice(from, to)}${opened ? '>' : ')'}${line.slice(to)}`;
}

describe('a token is offered', () => {
  it.each([
    ['%|', '%<>'],
    ['"%|"', '"%<>"'],
    ['%Al|', '%<Al>'],
    ['a %A| b', 'a %<A> b'],
    ['%A%%|', '%A%%<>'],
    ['%A%: %B|', '%A%: %<B>'],
    // What is left of the token that the cursor is in goes.
    ['%Al|ert%', '%<Alert%>'],
    ['%Al|%', '%<Al%>'],
    ['%|%', '%<%>'],
    // The sign of another token stays.
    ['%Al|%Severity%', '%<Al>%Severity%'],
    ['%Al| %Severity%', '%<Al> %Severity%'],
    ['%Al|ertName', '%<Al>ertName'],
    // Behind a URL escape a sign is a new one.
    ['?q=%20%|', '?q=%20%<>'],
    ['?q=%20%Al|', '?q=%20%<Al>'],
  ])('%s', (marked, expected) => {
    expect(placeAt(marked)).toBe(expected);
  });
});

describe('nothing is offered unasked', () => {
  it.each(['|', 'Al|', '100%|', '50%o|', '%20|', '%C3%A9|', '%A%|', '%A%b|', '"|'])(
    '%s',
    (line) => {
      expect(placeAt(line)).toBeNull();
    },
  );
});

describe('a token is offered when asked for', () => {
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
