import type { SavedSearch } from '#contract/settings.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import type { Preferences } from '../../shared/preferences.svelte.ts';

const longestName = 80;

/** Named by its text. Another search may have a name that begins alike. */
function nameFor(text: string, others: readonly SavedSearch[]): string {
  const taken = new Set(others.map(({ name }) => name));
  if (!taken.has(text) && text.length <= longestName) return text;
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '…' : `… ${number}`;
    const name = text.slice(0, longestName - ending.length) + ending;
    if (!taken.has(name)) return name;
  }
}

export const withPinned = (saved: readonly SavedSearch[], text: string): SavedSearch[] => [
  ...saved,
  { name: nameFor(text, saved), text },
];

export const withName = (
  saved: readonly SavedSearch[],
  renamed: SavedSearch,
  name: string,
): SavedSearch[] =>
  saved
    .filter((each) => each === renamed || each.name !== name)
    .map((each) => (each === renamed ? { ...each, name } : each));

export function unpin(search: SavedSearch, preferences: Preferences, notices: Notices): void {
  const before = [...preferences.settings.savedSearches];
  const change = (savedSearches: SavedSearch[]): Promise<void> =>
    notices.attempt(() => preferences.change({ savedSearches }));
  void change(before.filter((each) => each !== search));
  notices.notify(`Search “${search.name}” unpinned`, {
    label: 'Undo',
    run: () => void change(before),
  });
}
