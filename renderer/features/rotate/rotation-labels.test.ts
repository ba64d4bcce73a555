import { expect, it } from 'vitest';
import {
  holdersTitle,
  neverReadLabel,
  placesLabel,
  searchedLabel,
  searchingLabel,
} from './rotation-labels.ts';

const end = {
  kind: 'end' as const,
  searchId: '1',
  origin: null,
  webhooks: 1_213,
  searched: 48,
  total: 50,
  neverRead: [],
  oldest: null,
};
const now = new Date('2026-11-23T10:00:00Z');
const limited = { ...end, neverRead: ['a', 'b'], oldest: new Date('2026-11-20T09:00:00Z') };

it.each([
  [
    holdersTitle('this value', { count: 0, installations: 0 }, end, now),
    'No webhook on 48 installations holds this value',
  ],
  [
    holdersTitle('this value', { count: 0, installations: 0 }, limited, now),
    'No webhook on 48 read installations holds this value; 2 never read, oldest 3 days ago',
  ],
  [
    holdersTitle('this value', { count: 1, installations: 1 }, end, now),
    '1 webhook on 1 installation holds this value',
  ],
  [
    holdersTitle('this value', { count: 30, installations: 3 }, limited, now),
    '30 webhooks on 3 installations hold this value; 2 never read, oldest 3 days ago',
  ],
  [searchedLabel(end), 'Searched 1,213 webhooks on 48 of 50 installations, as last read.'],
  [
    searchedLabel({ ...end, searched: 50 }),
    'Searched 1,213 webhooks on 50 installations, as last read.',
  ],
  [neverReadLabel(1), '1 installation was never read, so it was not searched'],
  [neverReadLabel(2), '2 installations were never read, so they were not searched'],
  [
    searchingLabel({ done: 2, total: 50, webhooks: 1 }),
    'Searching, 2 of 50 installations, 1 webhook…',
  ],
  [
    holdersTitle('the old value', { count: 0, installations: 0 }, end, now),
    'No webhook on 48 installations holds the old value',
  ],
  [
    holdersTitle('the old value', { count: 0, installations: 0 }, limited, now),
    'No webhook on 48 read installations holds the old value; 2 never read, oldest 3 days ago',
  ],
  [
    holdersTitle('the old value', { count: 1, installations: 1 }, end, now),
    '1 webhook on 1 installation still holds the old value',
  ],
  [
    holdersTitle('the old value', { count: 2, installations: 1 }, end, now),
    '2 webhooks on 1 installation still hold the old value',
  ],
  [placesLabel(['header Authorization', 'URL']), 'Header Authorization, URL'],
])('%s', (label, expected) => {
  expect(label).toBe(expected);
});
