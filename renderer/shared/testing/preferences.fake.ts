import { defaultSettings, type Settings, type SettingsChange } from '#contract/settings.ts';

export class FakePreferences {
  settings: Settings = defaultSettings;
  change(change: SettingsChange): Promise<void> {
    this.settings = { ...this.settings, ...change };
    return Promise.resolve();
  }
}
