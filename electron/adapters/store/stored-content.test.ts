import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeDates, encodeDates } from './stored-content.ts';

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.array(tie('tree')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('value', 'dates', '$date')), tie('tree'), {
      noNullPrototype: true,
    }),
  ),
}));

test('a value is the same after a write and a read as JSON, with the same dates', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const back: unknown = JSON.parse(JSON.stringify(encodeDates(value)));
      expect(decodeDates(back)).toEqual(value);
    }),
  );
});

test.each([null, 7, [], { value: 1, dates: [['a', 'b']] }, { value: [], dates: [[9, 'x']] }])(
  'an unexpected value stays unchanged: %j',
  (found) => {
    expect(() => decodeDates(found)).not.toThrow();
  },
);
