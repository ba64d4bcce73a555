import { expect, it } from 'vitest';
import { nameParts } from './name-parts.ts';

it.each([
  ['Slack – operations of acme, eu-west-2', 'Slack – operations of acme, ', 'eu-west-2'],
  ['acme-prod-eu', 'acme-p', 'rod-eu'],
])('keeps the end of %s', (name, head, tail) => {
  expect(nameParts(name)).toEqual({ head, tail });
});

it('splits between graphemes', () => {
  const end = 'e\u0301'.repeat(5);
  expect(nameParts(`Poste ${end}`)).toEqual({ head: 'Poste ', tail: end });
});

it.each([
  ['a short name', 'acme'],
  ['few graphemes of many code units', 'e\u0301'.repeat(5)],
  ['a hidden character', 'acme production\u202eeu-west-2'],
  ['a right-to-left script', 'התראות של מרכז הבקרה'],
])('leaves %s in one piece', (_, name) => {
  expect(nameParts(name)).toBeNull();
});
