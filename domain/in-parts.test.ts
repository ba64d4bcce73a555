import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { inParts } from './in-parts.ts';

it('returns all values in order, in whole parts but for the last', () => {
  assert(
    property(array(integer()), integer({ min: 1, max: 7 }), (values, size) => {
      const parts = [...inParts(new Set(values), size)];
      expect(parts.flat()).toEqual([...new Set(values)]);
      for (const part of parts.slice(0, -1)) expect(part).toHaveLength(size);
      if (parts.length > 0) expect(parts.at(-1)?.length).toBeGreaterThan(0);
    }),
  );
});
