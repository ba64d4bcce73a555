import type { NativeTheme } from 'electron';
import type { Settings } from '#contract/settings.ts';
import type { SettingsStore } from '#core/store-ports.ts';

/** A settings store that also gives the theme to the system's parts of the windows. */
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
