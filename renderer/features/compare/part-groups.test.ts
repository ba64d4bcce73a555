import { expect, it } from 'vitest';
import type { PartDetails } from '#domain/comparison/part-details.ts';
import { groupsOf, isPlainPart } from './part-groups.ts';

const part: PartDetails = {
  part: 'url',
  label: 'Target URL',
  values: ['a', 'b'],
  sides: [
    { state: 'same', value: 0 },
    { state: 'different', value: 1 },
    { state: 'same', value: 0 },
    { state: 'different', value: 1 },
    { state: 'unknown', value: 0 },
  ],
};

const cells = ['one', 'two', 'three', 'four', 'five'].map((connectionId, side) => ({
  connectionId,
  kind: 'same' as const,
  webhook: side,
  side,
}));

it('groups installations by value, different values first', () => {
  const missing = { connectionId: 'six', kind: 'missing' as const, webhook: null, side: null };
  expect(groupsOf(part, { cells: [missing, ...cells] })).toEqual([
    { state: 'different', value: 'b', connectionIds: ['two', 'four'] },
    { state: 'unknown', value: 'a', connectionIds: ['five'] },
    { state: 'same', value: 'a', connectionIds: ['one', 'three'] },
  ]);
});

it('names what cannot be compared once for all its values', () => {
  const lacking = {
    ...part,
    sides: part.sides.map(({ value }) => ({ state: 'lacks' as const, value })),
  };
  expect(groupsOf(lacking, { cells })).toEqual([
    { state: 'lacks', value: 'a', connectionIds: ['one', 'two', 'three', 'four', 'five'] },
  ]);
});

it('detects a part without differences', () => {
  expect(isPlainPart(part)).toBe(false);
  const plain = (['same', 'lacks', 'ignored', 'unreported'] as const).map((state) => ({
    state,
    value: 0,
  }));
  expect(isPlainPart({ ...part, sides: plain })).toBe(true);
});
