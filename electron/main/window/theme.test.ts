import { expect, test } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import { fakeSettings } from '../doubles/ports.double.ts';
import { nativeTheme } from '../electron.fake.ts';
import { withNativeTheme } from './theme.ts';

test('Electron follows the theme that is saved, from the start', () => {
  const store = fakeSettings();
  store.saveSettings({ ...defaultSettings, theme: 'dark' });
  const following = withNativeTheme(store, nativeTheme);
  expect(nativeTheme.themeSource).toBe('dark');

  following.saveSettings({ ...defaultSettings, theme: 'light' });
  expect(nativeTheme.themeSource).toBe('light');
  expect(store.settings().theme).toBe('light');
  expect(following.connections()).toEqual(store.connections());
});
