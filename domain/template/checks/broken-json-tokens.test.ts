import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderTemplate } from '../render-template.ts';
import { breakingPartsOf } from './broken-json-tokens.ts';

test.each([
  ['plain words, ü, \u{1f514}, \u2028', [], []],
  ['say "hi"', ['quote'], []],
  ['two\nlines', ['line break'], ['line break']],
  ['a\tb', ['control character'], ['control character']],
  ['C:\\data', ['backslash'], ['backslash']],
  ['C:\\new', [], []],
  ['ends with \\', ['backslash'], ['backslash']],
  ['\\"', [], ['quote']],
  ['"C:\\data"\nC:\\data', ['quote', 'backslash', 'line break'], ['backslash', 'line break']],
])('%j spoils: plain %j, as observed %j', (value, plain, asObserved) => {
  expect(breakingPartsOf(value, 'plain')).toEqual(plain);
  expect(breakingPartsOf(value, 'as-observed')).toEqual(asObserved);
});

test('reports a value exactly if it is not JSON between double quotes', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc
      .array(fc.constantFrom('"', '\\', 'u00e9', 'n', '\n', ' '), { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(value, fc.constantFrom('plain', 'as-observed'), (text, rules) => {
      const payload = renderTemplate('"%A%"', { A: text }, rules);
      const parse = (): unknown => JSON.parse(payload);
      if (breakingPartsOf(text, rules).length === 0) parse();
      else expect(parse).toThrow(SyntaxError);
    }),
    { numRuns: 5_000 },
  );
});
