import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withDoubleQuotes } from './json-repair.ts';

test.each([
  ["{'a': 'b'}", '{"a": "b"}'],
  [`{'a': "b"}`, '{"a": "b"}'],
  [`{"a": "it's"}`, `{"a": "it's"}`],
  [`['say "hi"']`, '["say \\"hi\\""]'],
  [`['say \\"hi\\"']`, '["say \\"hi\\""]'],
  [`['it\\'s']`, `["it's"]`],
  [`['C:\\\\']`, `["C:\\\\"]`],
  ["['%AlertName%', %AlertID%]", '["%AlertName%", %AlertID%]'],
  ['no quotes', 'no quotes'],
  ["it's", null],
  ['"open', null],
])('%s', (text, expected) => {
  expect(withDoubleQuotes(text)).toBe(expected);
});

test('JSON written with single quotes throughout becomes the same JSON', () => {
  const written = (json: unknown): string =>
    JSON.stringify(json).replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_whole, inner: string) => {
      const loose = inner.replaceAll(/\\(.)|'/g, (piece, escaped: unknown) =>
        piece === "'" ? "\\'" : escaped === '"' ? '"' : piece,
      );
      return `'${loose}'`;
    });
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(JSON.parse(withDoubleQuotes(written(json)) ?? '')).toEqual(
        JSON.parse(JSON.stringify(json)),
      );
    }),
    { numRuns: 2_000 },
  );
});
