import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineEndsOf, placesOf, toEdited, toHeld } from './line-ends.ts';

const documentOf = (held: string): Text => Text.of(toEdited(held, lineEndsOf(held)).split('\n'));
const lines = fc.array(fc.stringMatching(/^[a-c%"\r\n]{0,4}$/), { maxLength: 12 });

describe('line ends', () => {
  it.each([
    ['', 'lf'],
    ['one line', 'lf'],
    ['a\nb', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\r\nb\n', 'mixed'],
    ['a\nb\r\n', 'mixed'],
    ['a\rb', 'mixed'],
    ['a\r\r\nb', 'mixed'],
  ] as const)('%j: %s', (held, ends) => {
    expect(lineEndsOf(held)).toBe(ends);
  });

  it('are restored exactly in any text', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (parts, end) => {
        const held = parts.join(end);
        expect(toHeld(documentOf(held), lineEndsOf(held))).toBe(held);
      }),
    );
  });

  it('map an offset of the stored text to the same character', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.nat(60), (parts, end, offset) => {
        const held = parts.join(end);
        const doc = documentOf(held);
        const edited = placesOf(held, lineEndsOf(held))(offset);
        if (offset >= held.length) expect(edited).toBe(doc.length);
        else if (held[offset] !== '\r' && held[offset] !== '\n') {
          expect(doc.sliceString(edited, edited + 1)).toBe(held[offset]);
        } else expect(doc.sliceString(edited, edited + 1)).toMatch(/[\r\n]/);
      }),
    );
  });
});
