import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonKind, lexJsonLine, looksLikeJson } from './json-lexer.ts';

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
