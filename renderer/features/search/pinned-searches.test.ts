import { expect, it } from 'vitest';
import { withName, withPinned } from './pinned-searches.ts';

it('names a pinned search by its text, at the end of the list', () => {
  const saved = [{ name: 'Ops', text: 'ops' }];
  expect(withPinned(saved, 'is:enabled')).toEqual([
    ...saved,
    { name: 'is:enabled', text: 'is:enabled' },
  ]);
});

it('gives each pinned search its own name of at most 80 characters', () => {
  const long = 'x'.repeat(100);
  const twice = withPinned(withPinned([{ name: 'ops', text: 'other' }], `${long}1`), `${long}2`);
  const names = withPinned(twice, 'ops').map(({ name }) => name);
  expect(names).toEqual(['ops', `${'x'.repeat(79)}…`, `${'x'.repeat(77)}… 2`, 'ops…']);
});

it('renames a search in its place, and replaces the one that has the name', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((name) => ({ name, text: name }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('3');
  const saved = [first, second, third];
  expect(withName(saved, first, 'c')).toEqual([{ name: 'c', text: 'a' }, second]);
  expect(withName(saved, second, 'b')).toEqual(saved);
});
