import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShapeError } from './codec/shape.ts';
import { JsonValueReader, UnexpectedJson, ValueTooLarge } from './json-value-reader.ts';

function read(kind: 'array' | 'object', bytes: Uint8Array, partSize: number): unknown[] {
  const json = new JsonValueReader(kind, 1_000_000);
  const values: unknown[] = [];
  for (let start = 0; start < bytes.length; start += partSize) {
    values.push(...json.push(bytes.subarray(start, start + partSize)));
  }
  return [...values, ...json.end()];
}
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('JSON in chunks', () => {
  it('returns the same as JSON.parse, wherever it is split', () => {
    const text = fc
      .jsonValue({ noUnicodeString: false })
      .chain((value) =>
        fc.record({ value: fc.constant(value), indent: fc.integer({ min: 0, max: 3 }) }),
      );
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 1, max: 40 }), (list, partSize) => {
        const written = `[${list.map(({ value, indent }) => JSON.stringify(value, null, indent)).join(' , ')}]\n`;
        expect(read('array', bytesOf(written), partSize)).toEqual(JSON.parse(written));
      }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        (value, partSize) => {
          const written = ` ${JSON.stringify(value)} `;
          expect(read('object', bytesOf(written), partSize)).toEqual([JSON.parse(written)]);
        },
      ),
    );
  });

  it('fails like JSON.parse on damaged JSON, wherever it is split', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"\\""',
      '"\\\\"',
      '1',
      'null',
      ' ',
      '\n',
      '"',
      '\\',
      'x',
      '\ufeff',
    );
    const text = fc.array(pieces, { maxLength: 12 }).map((parts) => `[${parts.join('')}`);
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (written, partSize) => {
        const outcome = (work: () => unknown): unknown => {
          try {
            return work();
          } catch (error) {
            if (error instanceof SyntaxError || error instanceof UnexpectedJson) return 'damaged';
            throw error;
          }
        };
        const parsed = outcome(() => JSON.parse(written));
        expect(outcome(() => read('array', bytesOf(written), partSize))).toEqual(parsed);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', ' ', '{}', '1', '"[]"', '[', '[1', '[1,', '[]x', '[] []', '[1}', '{"a":1}'])(
    'is not an array: %j',
    (text) => {
      for (const partSize of [1, 100]) {
        expect(() => read('array', bytesOf(text), partSize)).toThrow(UnexpectedJson);
      }
    },
  );

  it.each([
    '',
    '[]',
    '1',
    '{',
    '{"a":1',
    '{"a":1}}',
    '{"a":1},{"b":2}',
    '{"a":1} x',
    '{"a":1}]',
    '{]',
  ])('is not an object: %j', (text) => {
    for (const partSize of [1, 100]) {
      expect(() => read('object', bytesOf(text), partSize)).toThrow(UnexpectedJson);
    }
  });

  it('refuses invalid UTF-8, and accepts a byte order mark', () => {
    const latin1 = Uint8Array.from([0x5b, 0x22, 0xe4, 0x22, 0x5d]);
    expect(() => read('array', latin1, 2)).toThrow(UnexpectedJson);
    const marked = Uint8Array.from([0xef, 0xbb, 0xbf, 0x5b, 0x31, 0x5d]);
    for (const partSize of [1, 2, 6]) expect(read('array', marked, partSize)).toEqual([1]);
  });

  it('refuses deep nesting or a large value before parsing', () => {
    expect(() => read('array', bytesOf('['.repeat(102)), 7)).toThrow(ShapeError);
    const json = new JsonValueReader('array', 100);
    expect(() => {
      for (let part = 0; part < 20; part += 1) {
        json.push(bytesOf(part === 0 ? '["' : 'x'.repeat(10)));
      }
    }).toThrow(ValueTooLarge);
  });
});
