import fc from 'fast-check';
import { expect, it } from 'vitest';
import { naturalComparison, naturalOrder } from './natural-order.ts';

it.each([
  [['zürich', 'Äpfel', 'apfel', 'Apfel 10', 'apfel 9', 'Zug']],
  [['svc-10', 'svc-9', 'SVC-1', 'svc-01']],
  [['éclair', 'Eclair 2', 'ecole']],
])('orders %j without case and accents, and numbers by value', (names) => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const sorted = names.toSorted(naturalComparison());
  expect(sorted.map(naturalOrder)).toEqual(names.toSorted(collator.compare).map(naturalOrder));
});

it('orders any texts the same way, whatever their order before', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 8 });
  fc.assert(
    fc.property(texts, (names) => {
      const sorted = names.toSorted(naturalComparison());
      expect(names.toReversed().toSorted(naturalComparison())).toEqual(sorted);
      const keys = sorted.map(naturalOrder);
      expect(keys).toEqual(keys.toSorted());
    }),
  );
});
