import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from './why-not-sendable.ts';

test('utf8Length equals the byte length of the encoded text', () => {
  const halves = fc.constantFrom(
    '\ud83d',
    '\udd14',
    'é',
    '€',
    '🔔',
    'a',
    '\u07ff',
    '\u0800',
    '\uffff',
  );
  const text = fc.oneof(
    fc.array(halves, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, (any) => {
      expect(utf8Length(any)).toBe(Buffer.byteLength(any));
    }),
    { numRuns: 2_000 },
  );
});
