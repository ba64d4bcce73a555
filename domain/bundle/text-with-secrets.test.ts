import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fillPieces,
  mayResultIn,
  mergePieces,
  type Piece,
  printPieces,
  secretsIn,
  readPieces,
} from './text-with-secrets.ts';
import { textFrom } from './write-bundle.ts';

const text = fc.oneof(fc.constantFrom('', 'a', 'ab', '\n', 'a\n'), fc.string({ maxLength: 4 }));
const name = fc.constantFrom('x', 'y-2', 'z.a_b');
const pieces = fc.array(
  fc.oneof(
    text,
    name.map((secret): Piece => ({ secret })),
  ),
  { maxLength: 7 },
);

it('pieces match each text that results from filling them', () => {
  const values = fc.dictionary(name, fc.string({ minLength: 1, maxLength: 3 }), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(pieces, values, (all, given) => {
      const known = new Map(Object.entries(given));
      const whole = fillPieces(all, known);
      expect(whole === null).toBe(secretsIn(all).some((secret) => !known.has(secret)));
      if (whole !== null) expect(mayResultIn(all, whole)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

const secret: Piece = { secret: 'x' };
it.each<[Piece[], string, boolean]>([
  [[], '', true],
  [[], 'a', false],
  [['a'], 'a', true],
  [['a'], 'ab', false],
  [[secret], 'a', true],
  [[secret], '', false],
  [['a', secret, 'a'], 'aa', false],
  [['a', secret, 'a'], 'aba', true],
  [['a', secret, 'b', secret], 'axbx', true],
  [['a', secret, 'b', secret], 'axb', false],
  [['a', secret, 'b', secret, 'b'], 'axbbb', true],
  [['a', secret, 'b', secret, 'b'], 'axbb', false],
  [[secret, secret], 'a', false],
  [['https://a/', secret], 'https://b/x', false],
])('%j and %j: %s', (all, whole, expected) => {
  expect(mayResultIn(all, whole)).toBe(expected);
});

it('pieces stay the same after writing and reading, and after printing', () => {
  fc.assert(
    fc.property(pieces, fc.boolean(), (all, byLine) => {
      const written = textFrom(all, byLine);
      expect(mergePieces(typeof written === 'string' ? [written] : written)).toEqual(
        mergePieces(all),
      );
      if (!all.some((piece) => typeof piece === 'string' && piece.includes('<'))) {
        expect(readPieces(printPieces(all))).toEqual(mergePieces(all));
      }
    }),
  );
});
