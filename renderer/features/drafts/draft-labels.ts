import { changesInWords } from '#domain/journal/entry-summary.ts';
import { clock, dateOf } from '../../ui/date-formats.ts';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';

/** Empty for a new webhook without a name: its title says that it is new. */
export function changesOfDraft({ base, definition }: Pick<Draft, 'base' | 'definition'>): string {
  if (base === null) return definition.name.trim() === '' ? '' : 'new webhook';
  return changesInWords(base, definition);
}

/** The time for today, else the day. */
export function editedWhen(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? clock(at) : dateOf(at);
}

/** The text that the filter of the drafts searches. */
export function searchableText({ definition }: Draft, installationName: string): string {
  const { name, url, headers } = definition;
  return [name, url, installationName, ...headers.map((header) => header.name)].join('\n');
}
