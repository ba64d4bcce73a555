import { expect, it } from 'vitest';
import { defaultSettings, type SavedSearch, type SettingsChange } from '#contract/settings.ts';
import type { Notice } from '../../shared/notices.svelte.ts';
import { unpin, withName, withPinned } from './pinned-searches.ts';

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

it('renames a search that another window stored again, and changes nothing when it is gone', () => {
  const saved = [
    { name: 'a', text: 'a' },
    { name: 'b', text: 'b' },
  ];
  expect(withName(saved, { name: 'a', text: 'a' }, 'c')).toEqual([
    { name: 'c', text: 'a' },
    { name: 'b', text: 'b' },
  ]);
  expect(withName(saved, { name: 'a', text: 'a' }, 'a')).toEqual(saved);
  expect(withName(saved, { name: 'gone', text: 'x' }, 'b')).toEqual(saved);
});

it('pins a search again where it was, beside those pinned after it was unpinned', () => {
  const pinned = (...names: string[]): SavedSearch[] => names.map((name) => ({ name, text: name }));
  const preferences = {
    settings: { ...defaultSettings, savedSearches: pinned('a', 'b', 'c') },
    change: ({ savedSearches = [] }: SettingsChange): Promise<void> => {
      preferences.settings = { ...preferences.settings, savedSearches };
      return Promise.resolve();
    },
  };
  const actions: Notice['action'][] = [];
  const notices = {
    attempt: async (work: () => Promise<unknown>): Promise<void> => {
      await work();
    },
    notify: (_text: string, action: Notice['action'] = null): void => {
      actions.push(action);
    },
  };
  unpin({ name: 'b', text: 'b' }, preferences, notices);
  expect(preferences.settings.savedSearches).toEqual(pinned('a', 'c'));
  preferences.settings = { ...preferences.settings, savedSearches: pinned('a', 'c', 'later') };
  actions[0]?.run();
  expect(preferences.settings.savedSearches).toEqual(pinned('a', 'b', 'c', 'later'));
});
