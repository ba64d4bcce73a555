import type { EntrySummary } from '#domain/journal/entry.ts';

/** A line of the history: a day, or an entry of that day. */
export type HistoryItem =
  | { readonly kind: 'day'; readonly key: string; readonly day: Date }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: EntrySummary };

/** Entries below the day that they are of, in the order in which they come. */
export function historyItems(entries: readonly EntrySummary[]): HistoryItem[] {
  const items: HistoryItem[] = [];
  let day = '';
  for (const entry of entries) {
    const ofEntry = entry.at.toDateString();
    if (ofEntry !== day) {
      day = ofEntry;
      // A clock that was set back can make a day come twice.
      items.push({ kind: 'day', key: `day-${ofEntry}-${entry.id}`, day: entry.at });
    }
    items.push({ kind: 'entry', key: entry.id, entry });
  }
  return items;
}
