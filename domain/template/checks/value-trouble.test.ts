import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderTemplate } from '../render.ts';
import { valueTrouble } from './value-trouble.ts';

test.each([
  ['plain words, ü, \u{1f514}, \u2028', null, null],
  ['say "hi"', 'quote', null],
  ['two\nlines', 'line break', 'line break'],
  ['a\tb', 'control character', 'control character'],
  ['C:\\data', 'backslash', 'backslash'],
  ['C:\\new', null, null],
  ['ends with \\', 'backslash', 'backslash'],
  ['\\"', null, 'quote'],
])('%j spoils: plain %s, as observed %s', (value, plain, asObserved) => {
  expect(valueTrouble(value, 'plain')).toBe(plain);
  expect(valueTrouble(value, 'as-observed')).toBe(asObserved);
});

test('tells exactly what is not JSON between double quotes', () => {
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
      if (valueTrouble(text, rules) === null) parse();
      else expect(parse).toThrow(SyntaxError);
    }),
    { numRuns: 5_000 },
  );
});
