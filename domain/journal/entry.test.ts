import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInRanges, rangesOf } from './entry.ts';

it('id ranges contain exactly the given ids, in as few ranges as possible', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 40 })), (ids) => {
      const ranges = rangesOf(ids);
      for (let id = -7; id < 43; id += 1) {
        expect(isInRanges(ranges, id)).toBe(ids.includes(id));
      }
      for (const [index, [from]] of ranges.entries()) {
        const before = ranges[index - 1];
        if (before !== undefined) expect(from).toBeGreaterThan(before[1] + 1);
      }
    }),
  );
});
