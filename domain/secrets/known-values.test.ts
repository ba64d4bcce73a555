import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KnownValues } from './known-values.ts';

it('finds every value of eight characters or more, and nothing else', () => {
  const letters = fc.constantFrom('a', 'b', '\u{1f514}');
  const value = fc.array(letters, { minLength: 8, maxLength: 12 }).map((all) => all.join(''));
  const around = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), fc.array(around), (values, pieces) => {
      const text = pieces.join(values[0] ?? 'ab');
      const found = new KnownValues(values).in(text);
      expect(found.length > 0).toBe(values.some((one) => text.includes(one)));
      let end = 0;
      for (const { start, value: one } of found) {
        expect(start).toBeGreaterThanOrEqual(end);
        expect(text.slice(start, start + one.length)).toBe(one);
        end = start + one.length;
      }
    }),
    { numRuns: 2_000 },
  );
});

it('ignores short values, and prefers the longer of two matches', () => {
  expect(new KnownValues(['short', 'a']).in('short a')).toEqual([]);
  const found = new KnownValues(['12345678', '123456789']).in('x123456789');
  expect(found).toEqual([{ start: 1, value: '123456789' }]);
});
