import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyName } from './connection.ts';

it.each([
  ['acme', ['acme'], 'acme copy'],
  ['acme', ['acme', 'acme copy'], 'acme copy 2'],
  ['acme copy', ['acme', 'acme copy'], 'acme copy 2'],
  ['acme copy 2', ['acme copy', 'acme copy 2', 'acme copy 3'], 'acme copy 4'],
  ['acme', ['ACME Copy '], 'acme copy 2'],
  ['acme copying', [], 'acme copying copy'],
])('a copy of %s beside %j is %s', (name, taken, expected) => {
  expect(copyName(name, taken)).toBe(expected);
});

it('never returns an existing name or one above the maximum length', () => {
  const name = fc.constantFrom('a', 'a copy', 'a copy 2', 'A COPY', 'x'.repeat(200));
  fc.assert(
    fc.property(name, fc.array(name), (of, taken) => {
      const copy = copyName(of, taken);
      expect(taken.map((each) => each.toLowerCase())).not.toContain(copy.toLowerCase());
      expect(copy.length).toBeLessThanOrEqual(200);
    }),
  );
});
