import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOfBlanks, smallestChange } from './smallest-change.ts';

const documentOf = (text: string): Text => Text.of(text.split('\n'));
const text = fc.stringMatching(/^[ab{}" \n]{0,14}$/);

describe('the smallest change', () => {
  it('turns any text into any other, and is none where they are the same', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const doc = documentOf(before);
        const change = smallestChange(doc, after);
        expect(change === null).toBe(before === after);
        if (change !== null) {
          expect(ChangeSet.of(change, doc.length).apply(doc).toString()).toBe(after);
        }
      }),
    );
  });

  it('leaves what both have in common alone', () => {
    expect(smallestChange(documentOf('{"a": 1}'), '{"a": 23}')).toEqual({
      from: 6,
      to: 7,
      insert: '23',
    });
  });
});

describe('changes of blanks', () => {
  it('turn any text into any other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const doc = documentOf(before);
        const changes = ChangeSet.of(changesOfBlanks(doc, after), doc.length);
        expect(changes.apply(doc).toString()).toBe(after);
      }),
    );
  });

  it('keep a position at its character where only blanks differ', () => {
    const doc = documentOf('{"a":1,"b":  2}');
    const next = '{\n  "a": 1,\n  "b": 2\n}';
    const changes = ChangeSet.of(changesOfBlanks(doc, next), doc.length);
    for (const character of ['"a"', '1', '"b"', '2']) {
      expect(changes.mapPos(doc.toString().indexOf(character), 1)).toBe(next.indexOf(character));
    }
  });
});
