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

/** Unchanged when another window has unpinned the search. */
export function withName(
  saved: readonly SavedSearch[],
  renamed: SavedSearch,
  name: string,
): SavedSearch[] {
  const isRenamed = (each: SavedSearch): boolean => each.name === renamed.name;
  if (!saved.some(isRenamed)) return [...saved];
  return saved
    .filter((each) => isRenamed(each) || each.name !== name)
    .map((each) => (isRenamed(each) ? { ...each, name } : each));
}

export function unpin(
  search: SavedSearch,
  preferences: Pick<Preferences, 'settings' | 'change'>,
  notices: Pick<Notices, 'attempt' | 'notify'>,
): void {
  const change = (edit: (saved: SavedSearch[]) => SavedSearch[]): Promise<void> =>
    notices.attempt(() =>
      preferences.change({ savedSearches: edit(preferences.settings.savedSearches) }),
    );
  const at = preferences.settings.savedSearches.findIndex(({ name }) => name === search.name);
  const pinAgain = (saved: SavedSearch[]): SavedSearch[] =>
    saved.toSpliced(at, 0, { ...search, name: nameFor(search.name, saved) });
  void change((saved) => saved.filter(({ name }) => name !== search.name));
  notices.notify(`Search “${search.name}” unpinned`, {
    label: 'Undo',
    run: () => void change(pinAgain),
  });
}
