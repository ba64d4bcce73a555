import { expect, it } from 'vitest';
import { coverageInWords, noResultsTitle, selectionInWords } from './search-labels.ts';

const now = new Date('2026-11-23T10:00:00Z');

it('describes the searched installations and the age of the oldest list', () => {
  expect(
    coverageInWords(
      {
        installations: 50,
        searched: 48,
        neverRead: ['a', 'b'],
        notLoaded: [],
        oldestReadAt: new Date('2026-11-21T09:00:00Z'),
      },
      now,
    ),
  ).toBe('48 of 50 installations searched, 2 never read, oldest 2 days ago');
  const none = {
    installations: 1,
    searched: 0,
    neverRead: [],
    notLoaded: ['a'],
    oldestReadAt: null,
  };
  expect(coverageInWords(none, now)).toBe('0 of 1 installation searched, 1 not readable on disk');
  const fresh = { ...none, notLoaded: [], searched: 1, oldestReadAt: now };
  expect(coverageInWords(fresh, now)).toBe('1 of 1 installation searched, all just refreshed');
  expect(coverageInWords({ ...fresh, installations: 2, neverRead: ['b'] }, now)).toBe(
    '1 of 2 installations searched, 1 never read, oldest just now',
  );
  expect(noResultsTitle(' slack ', { ...fresh, installations: 2, neverRead: ['b'] }, now)).toBe(
    'No results for “slack”: 1 of 2 installations searched, 1 never read, oldest just now',
  );
});

it('counts the selected webhooks and their installations', () => {
  expect(selectionInWords(3, 1, 0)).toBe('3 selected');
  expect(selectionInWords(1_200, 3, 1)).toBe(
    '1,200 selected on 3 installations, 1 webhook on read-only installations',
  );
});
