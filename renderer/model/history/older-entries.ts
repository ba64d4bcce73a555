import type { EntrySummary } from '#domain/journal/entry.ts';

/** What is shown already below the entries of a first page, where the two hang together. */
export function olderThan(
  shown: readonly EntrySummary[],
  { entries, next }: { readonly entries: readonly EntrySummary[]; readonly next: string | null },
): readonly EntrySummary[] {
  const last = entries.at(-1);
  if (next === null) return [];
  // A search that came less far than the one before, and found nothing new.
  if (last === undefined) return shown;
  const place = shown.findIndex(({ id }) => id === last.id);
  return place < 0 ? [] : shown.slice(place + 1);
}
