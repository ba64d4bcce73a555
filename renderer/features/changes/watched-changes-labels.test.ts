import { expect, it } from 'vitest';
import type { WatchedView } from '#contract/watching.ts';
import {
  allSeenLabel,
  changedInWords,
  countInWords,
  unreadTitle,
  watchedInWords,
} from './watched-changes-labels.ts';
import { aChange } from './testing/change-fixture.ts';

it('names the first changed fields', () => {
  expect(changedInWords({ changed: [] })).toBe('');
  expect(changedInWords({ changed: ['Enabled', 'Method'] })).toBe('Enabled, Method');
  const changed = ['Name', 'Target URL', 'Method', 'Enabled', 'Header X-Team', 'Header X-Id'];
  expect(changedInWords({ changed })).toBe('Name, Target URL, Method, Enabled, 2 more');
});

it('counts what the buttons and lines are about', () => {
  expect([allSeenLabel(1), allSeenLabel(1_200)]).toEqual([
    'Mark as seen',
    'Mark all 1,200 as seen',
  ]);
  expect(countInWords([aChange(), aChange({ connectionId: 'c2' }), aChange()])).toBe(
    '3 webhooks on 2 installations',
  );
  expect(watchedInWords([])).toBe('No installation is watched');
  expect(watchedInWords([1, 2])).toBe('2 installations watched');
});

it('says since when the changes of an installation are unknown', () => {
  const now = new Date(2030, 0, 3, 12, 0);
  const watched: WatchedView = {
    connectionId: 'c1',
    minutes: 5,
    status: 'stale',
    readAt: new Date(2030, 0, 2, 10, 30),
    problem: null,
  };
  expect(unreadTitle(watched, 'acme', now)).toMatch(
    /^acme was not read for 24 hours\. Changes since 10:30.*, 1 day ago, are unknown\.$/,
  );
  expect(unreadTitle({ ...watched, status: 'stopped', readAt: null }, 'acme', now)).toBe(
    'acme rejected the sign-in. Its changes are unknown.',
  );
  expect(unreadTitle({ ...watched, status: 'failed', readAt: null }, 'acme', now)).toBe(
    'acme could not be read. Its changes are unknown.',
  );
});
