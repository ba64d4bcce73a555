import type { NativeTheme } from 'electron';
import type { Settings } from '#contract/settings.ts';
import type { SettingsStore } from '#core/ports.ts';

/**
 * The same settings store, with Electron's theme following what is saved in it: menus, scroll bars
 * and `prefers-color-scheme` then agree with the page.
 */
export function withNativeTheme(
  store: SettingsStore,
  theme: Pick<NativeTheme, 'themeSource'>,
): SettingsStore {
  theme.themeSource = store.settings().theme;
  return {
    connections: () => store.connections(),
    saveConnections: (connections) => {
      store.saveConnections(connections);
    },
    settings: () => store.settings(),
    saveSettings: (settings: Settings) => {
      store.saveSettings(settings);
      theme.themeSource = settings.theme;
    },
  };
}
