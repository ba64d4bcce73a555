import type { HookdeskClient } from '#contract/index.ts';
import { defaultSettings, type Settings, type SettingsChange } from '#contract/settings.ts';

export class Preferences {
  readonly #client: HookdeskClient;
  readonly #systemDark = window.matchMedia('(prefers-color-scheme: dark)');
  #systemIsDark = $state(this.#systemDark.matches);
  settings = $state.raw<Settings>(defaultSettings);

  readonly shownTheme: 'light' | 'dark' = $derived(
    this.settings.theme === 'system'
      ? this.#systemIsDark
        ? 'dark'
        : 'light'
      : this.settings.theme,
  );

  constructor(client: HookdeskClient) {
    this.#client = client;
    this.#systemDark.addEventListener('change', (event) => {
      this.#systemIsDark = event.matches;
    });
  }

  async load(): Promise<void> {
    this.settings = await this.#client.settings.read();
  }

  async change(change: SettingsChange): Promise<void> {
    this.settings = { ...this.settings, ...change };
    await this.#client.settings.change(change);
  }
}
