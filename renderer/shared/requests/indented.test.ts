import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indented } from './indented.ts';

it('parses to the same JSON as the exact body', () => {
  fc.assert(
    fc.property(fc.json(), (body) => {
      expect(JSON.parse(indented(body))).toEqual(JSON.parse(body));
    }),
  );
});

it('does not change a text that is not JSON', () => {
  expect(indented("{'a'")).toBe("{'a'");
});
