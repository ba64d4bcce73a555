import { createContext } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import type { HookdeskClient } from '#contract/index.ts';
import { follow } from './follow.ts';
import { defaultSettings, type Settings, type SettingsChange } from '#contract/settings.ts';

export class Preferences {
  readonly #client: HookdeskClient;
  readonly #prefersDark = new MediaQuery('prefers-color-scheme: dark');
  settings = $state.raw<Settings>(defaultSettings);

  readonly shownTheme: 'light' | 'dark' = $derived.by(() => {
    const { theme } = this.settings;
    if (theme !== 'system') return theme;
    return this.#prefersDark.current ? 'dark' : 'light';
  });

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  /** Whether the key alone is a shortcut. */
  isSingleKey(key: string): boolean {
    return this.settings.singleKeys && 'nhu?'.includes(key.toLowerCase());
  }

  async load(): Promise<void> {
    this.settings = await this.#client.settings.read();
    void this.#followSavedSearches();
  }

  /** Windows share their pinned searches. */
  #followSavedSearches(): Promise<void> {
    return follow(this.#client.settings.watchSavedSearches(), ({ savedSearches }) => {
      this.settings = { ...this.settings, savedSearches };
    });
  }

  async change(change: SettingsChange): Promise<void> {
    const { savedSearches } = this.settings;
    this.settings = { ...this.settings, ...change };
    try {
      await this.#client.settings.change(change);
    } catch (error) {
      // The host may refuse a search with a secret.
      this.settings = { ...this.settings, savedSearches };
      throw error;
    }
  }
}

export const [getPreferences, setPreferences] = createContext<Preferences>();
