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

it.each([
  [foundTitle(0, 0), 'No stored webhook holds this value'],
  [foundTitle(1, 1), '1 webhook on 1 installation holds this value'],
  [foundTitle(30, 3), '30 webhooks on 3 installations hold this value'],
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
  [stillHeldTitle(0), 'No stored webhook holds the old value'],
  [stillHeldTitle(1), '1 webhook still holds the old value'],
  [stillHeldTitle(2), '2 webhooks still hold the old value'],
  [placesLabel(['header Authorization', 'URL']), 'Header Authorization, URL'],
])('%s', (label, expected) => {
  expect(label).toBe(expected);
});
