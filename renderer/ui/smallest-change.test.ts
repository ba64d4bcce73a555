import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOfBlanks, smallestChange, type TextChange } from './smallest-change.ts';

const applied = (before: string, changes: readonly TextChange[]): string =>
  changes.reduceRight(
    (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
    before,
  );
const text = fc.stringMatching(/^[ab{}" \n]{0,14}$/);

describe('the smallest change', () => {
  it('turns any text into any other, and is null for equal texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = smallestChange(before, after);
        expect(change === null).toBe(before === after);
        expect(applied(before, change === null ? [] : [change])).toBe(after);
      }),
    );
  });

  it('has no common start or end, in long texts too', () => {
    const around = fc.nat(1_500).map((length) => 'ab'.repeat(length));
    fc.assert(
      fc.property(around, text, text, around, (start, from, to, end) => {
        const [before, after] = [start + from + end, start + to + end];
        const change = smallestChange(before, after);
        if (change === null) return;
        expect(applied(before, [change])).toBe(after);
        const removed = before.slice(change.from, change.to);
        if (removed === '' || change.insert === '') return;
        expect(removed.at(0)).not.toBe(change.insert.at(0));
        expect(removed.at(-1)).not.toBe(change.insert.at(-1));
      }),
    );
  });

  it('excludes the common start and end', () => {
    expect(smallestChange('{"a": 1}', '{"a": 23}')).toEqual({
      from: 6,
      to: 7,
      insert: '23',
    });
  });
});

describe('changes of whitespace', () => {
  it('turn any text into any other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applied(before, changesOfBlanks(before, after))).toBe(after);
      }),
    );
  });

  it('map a position to the same character if only whitespace differs', () => {
    const before = '{"a":1,"b":  2}';
    const next = '{\n  "a": 1,\n  "b": 2\n}';
    const changes = changesOfBlanks(before, next);
    for (const character of ['"a"', '1', '"b"', '2']) {
      const at = before.indexOf(character);
      const isReplaced = changes.some(({ from, to }) => from <= at && at < to);
      const earlier = changes.filter(({ to }) => to <= at);
      expect(isReplaced).toBe(false);
      expect(applied(before.slice(0, at), earlier)).toHaveLength(next.indexOf(character));
    }
  });
});
