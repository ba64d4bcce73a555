import type { EntrySummary } from '#domain/journal/entry.ts';

export type HistoryItem =
  | { readonly kind: 'day'; readonly key: string; readonly day: Date }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: EntrySummary };

export function historyItems(entries: readonly EntrySummary[]): HistoryItem[] {
  const items: HistoryItem[] = [];
  let day = '';
  for (const entry of entries) {
    const ofEntry = entry.at.toDateString();
    if (ofEntry !== day) {
      day = ofEntry;
      // A day can occur twice if the clock was set back.
      items.push({ kind: 'day', key: `day-${ofEntry}-${entry.id}`, day: entry.at });
    }
    items.push({ kind: 'entry', key: entry.id, entry });
  }
  return items;
}
