import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldVersions } from './text-sync.ts';
import { lineEndsOf, toEdited, toHeld } from './line-ends.ts';

/** All letters are unique, so that the test can find each one after the edits. */
const text = Array.from('abcdefghij\nklmnopqrs\ntuvwxyz').join('');
const edits = fc.array(fc.record({ at: fc.nat(60), remove: fc.nat(3), insert: fc.nat(2) }), {
  maxLength: 8,
});

describe('an offset in a held version', () => {
  it('is mapped through any edits, held one by one or together, with LF or CRLF', () => {
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n'), edits, fc.nat(8), (end, all, told) => {
        const first = text.replaceAll('\n', end);
        const ends = lineEndsOf(first);
        let doc = Text.of(toEdited(first, ends).split('\n'));
        const versions = new HeldVersions(first, ends);
        for (const [index, { at, remove, insert }] of all.entries()) {
          const from = Math.min(at, doc.length);
          const to = Math.min(from + remove, doc.length);
          const changes = ChangeSet.of({ from, to, insert: '-'.repeat(insert) }, doc.length);
          doc = changes.apply(doc);
          versions.change(changes.desc);
          expect(versions.isBehind).toBe(true);
          if (index % (told + 1) === 0) versions.hold(toHeld(doc, ends), ends);
        }
        const places = versions.placesIn(first);
        expect(places).not.toBeNull();
        for (const [offset, character] of Array.from(first).entries()) {
          const now = doc.toString().indexOf(character);
          if (/[a-z]/.test(character) && now !== -1) expect(places?.(offset)).toBe(now);
        }
      }),
    );
  });

  it('is not mapped for a version that was never held or is dropped', () => {
    const versions = new HeldVersions('a', 'lf');
    expect(versions.placesIn('b')).toBeNull();
    versions.change(ChangeSet.of({ from: 1, insert: 'b' }, 1).desc);
    versions.hold('ab', 'lf');
    expect(versions.placesIn('a')?.(1)).toBe(2);
    expect(versions.placesIn('ab')?.(1)).toBe(1);
    expect(versions.placesIn('a')).toBeNull();
    expect(versions.placesIn(null)?.(99)).toBe(2);
    expect(versions.isBehind).toBe(false);
  });
});
