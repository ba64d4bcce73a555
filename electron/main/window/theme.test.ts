import { expect, test } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import { FakeSettings } from '#test-support/ports.fake.ts';
import { nativeTheme } from '../electron.fake.ts';
import { withNativeTheme } from './theme.ts';

test('Electron uses the saved theme from the start', () => {
  const store = new FakeSettings();
  store.saveSettings({ ...defaultSettings, theme: 'dark' });
  const following = withNativeTheme(store, nativeTheme);
  expect(nativeTheme.themeSource).toBe('dark');

  following.saveSettings({ ...defaultSettings, theme: 'light' });
  expect(nativeTheme.themeSource).toBe('light');
  expect(store.settings().theme).toBe('light');
  expect(following.connections()).toEqual(store.connections());
});
