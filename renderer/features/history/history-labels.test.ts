import { describe, expect, it } from 'vitest';
import { EntryOutcome } from '#domain/journal/entry.ts';
import { outcomeWords } from '../../shared/requests/request-labels.ts';
import { aConnection } from '../../shared/testing/a-connection.ts';
import {
  dayInWords,
  durationInWords,
  installationChoices,
  whyNotUndone,
} from './history-labels.ts';

const now = new Date(2026, 2, 1, 0, 5);

it('a day is shown as today, yesterday or a date', () => {
  expect(dayInWords(new Date(2026, 2, 1, 0, 1), now)).toBe('Today');
  expect(dayInWords(new Date(2026, 1, 28, 23, 59), now)).toBe('Yesterday');
  expect(dayInWords(new Date(2025, 2, 1, 12), now)).toMatch(/2025/);
  expect(dayInWords(new Date(2026, 1, 27, 12), now)).toMatch(/27/);
});

it('a removed installation stays a choice, without its id', () => {
  const shown = [aConnection({ id: 'a1', name: 'acme' })];
  const nameOf = (id: string) => (id === 'a1' ? 'acme' : 'Removed installation');
  const choices = (chosen: string) => installationChoices({ shown, nameOf }, chosen);
  const all = [
    { value: '', label: 'All installations' },
    { value: 'a1', label: 'acme' },
  ];
  expect(choices('')).toEqual(all);
  expect(choices('a1')).toEqual(all);
  expect(choices('b2')).toEqual([...all, { value: 'b2', label: 'Removed installation' }]);
});

it.each([
  [400, '400 ms'],
  [1_400, '1.4 s'],
  [59_000, '59.0 s'],
  [60_000, '1 min'],
  [3 * 3_600_000, '3 h'],
  [72 * 3_600_000, '3 days'],
  [-5_000, '0 ms'],
])('%d ms are %s', (milliseconds, words) => {
  expect(durationInWords(now, new Date(now.getTime() + milliseconds))).toBe(words);
});

describe('undoing', () => {
  it('is possible for the outcomes done and differs, and else has a reason', () => {
    const open = EntryOutcome.options.filter((outcome) => whyNotUndone(outcome) === null);
    expect(open).toEqual(['done', 'differs']);
    expect(whyNotUndone('failed')).toContain('nothing to undo');
    expect(whyNotUndone('unknown')).toContain('not known');
  });
});

it('only the outcome done has a good tone', () => {
  const good = EntryOutcome.options.filter((outcome) => outcomeWords[outcome].tone === 'good');
  expect(good).toEqual(['done']);
});
