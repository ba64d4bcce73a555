import { EventPublisher } from '@orpc/server';
import type { SavedSearch, Settings, SettingsChange } from '#contract/settings.ts';
import type { Parts } from '../parts.ts';
import { refusedError } from '../problems.ts';
import type { Searches } from '../search/searches.ts';
import { hasHeaderSecret, hasSecret } from '../search/has-secret.ts';

interface Needs extends Pick<Parts, 'ports' | 'snapshots'> {
  readonly searches: Searches;
}

interface SavedSearches {
  readonly savedSearches: SavedSearch[];
}

/** The settings that windows change. Windows share their pinned searches. */
export class WindowSettings {
  readonly #needs: Needs;
  readonly #changes = new EventPublisher<{ saved: SavedSearches }>({ maxBufferedEvents: 1 });

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** @throws ProblemError `refused` for a new search with a secret, because the file is not encrypted */
  async change(change: SettingsChange): Promise<Settings> {
    const { settings } = this.#needs.ports;
    const before = settings.settings().savedSearches.map(({ text }) => text);
    for (const { text } of change.savedSearches ?? []) {
      if (before.includes(text)) continue;
      const isSecret =
        (await hasSecret(text, this.#needs.searches, this.#needs)) ||
        (await hasHeaderSecret(text, this.#needs));
      if (isSecret) throw secretPinned();
    }
    const next = { ...settings.settings(), ...change };
    settings.saveSettings(next);
    const { savedSearches } = change;
    if (savedSearches !== undefined) this.#changes.publish('saved', { savedSearches });
    return next;
  }

  async *watchSavedSearches(signal?: AbortSignal): AsyncGenerator<SavedSearches, void, void> {
    const changes = this.#changes.subscribe('saved', { signal });
    const { savedSearches } = this.#needs.ports.settings.settings();
    yield { savedSearches };
    yield* changes;
  }
}

const secretPinned = () =>
  refusedError(
    'The search contains a secret value, and pinned searches are stored without encryption.',
    'Use “Find where a secret is used…”, which does not store the value.',
  );
