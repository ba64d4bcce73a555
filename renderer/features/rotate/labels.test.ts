import { expect, it } from 'vitest';
import {
  foundTitle,
  neverReadLabel,
  placesLabel,
  searchedLabel,
  searchingLabel,
  stillHeldTitle,
} from './labels.ts';

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
  [foundTitle(0, 0, end, now), 'No webhook on 48 installations holds this value'],
  [
    foundTitle(0, 0, limited, now),
    'No webhook on 48 read installations holds this value; 2 never read, oldest 3 days ago',
  ],
  [foundTitle(1, 1, end, now), '1 webhook on 1 installation holds this value'],
  [
    foundTitle(30, 3, limited, now),
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
  [stillHeldTitle(0, 0, end, now), 'No webhook on 48 installations holds the old value'],
  [
    stillHeldTitle(0, 0, limited, now),
    'No webhook on 48 read installations holds the old value; 2 never read, oldest 3 days ago',
  ],
  [stillHeldTitle(1, 1, end, now), '1 webhook on 1 installation still holds the old value'],
  [stillHeldTitle(2, 1, end, now), '2 webhooks on 1 installation still hold the old value'],
  [placesLabel(['header Authorization', 'URL']), 'Header Authorization, URL'],
])('%s', (label, expected) => {
  expect(label).toBe(expected);
});
