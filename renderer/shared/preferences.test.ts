import { expect, it, vi } from 'vitest';
import { defaultSettings, type SavedSearch } from '#contract/settings.ts';
import { fakeClient, streamOf } from './testing/client.fake.ts';
import { Preferences } from './preferences.svelte.ts';

vi.stubGlobal('matchMedia', () => new EventTarget());

const ops: SavedSearch = { name: 'ops', text: 'ops' };

it('takes the pinned searches of another window', async () => {
  async function* pinned() {
    yield { savedSearches: await Promise.resolve([ops]) };
  }
  const client = fakeClient({
    settings: {
      read: () => Promise.resolve({ ...defaultSettings, theme: 'dark' }),
      watchSavedSearches: () => Promise.resolve(streamOf(pinned())),
    },
  });
  const preferences = new Preferences(client);
  await preferences.load();
  await expect.poll(() => preferences.settings.savedSearches).toEqual([ops]);
  expect(preferences.settings.theme).toBe('dark');
});

it('shows no search as pinned that the host refused', async () => {
  const refused = new Error('a secret');
  const client = fakeClient({ settings: { change: () => Promise.reject(refused) } });
  const preferences = new Preferences(client);
  await expect(preferences.change({ savedSearches: [ops] })).rejects.toBe(refused);
  expect(preferences.settings.savedSearches).toEqual([]);
});
