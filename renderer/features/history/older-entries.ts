import type { EntrySummary } from '#domain/journal/entry.ts';

/** Returns no entries if there is a gap after the refreshed page. */
export function olderThan(
  shown: readonly EntrySummary[],
  { entries, next }: { readonly entries: readonly EntrySummary[]; readonly next: string | null },
): readonly EntrySummary[] {
  const last = entries.at(-1);
  if (next === null) return [];
  // A shorter search than the one before, without new results.
  if (last === undefined) return shown;
  const place = shown.findIndex(({ id }) => id === last.id);
  return place < 0 ? [] : shown.slice(place + 1);
}
