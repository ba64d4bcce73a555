import { partInSentence } from '#domain/webhook/fields.ts';
import { isEmptyChangeSet } from '#domain/webhook/header-change-set.ts';
import { clock, dateOf } from '../../ui/date-formats.ts';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';

export function changedParts(draft: Pick<Draft, 'base' | 'differences' | 'headerChanges'>): string {
  if (draft.base === null) return 'a new webhook';
  const fields = draft.differences.map(({ field }) => partInSentence(field));
  const headers = isEmptyChangeSet(draft.headerChanges) ? [] : ['headers'];
  return [...new Set([...fields, ...headers])].join(', ');
}

export function editedWhen(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? clock(at) : dateOf(at);
}

/** The text that the filter of the drafts searches. */
export function filteredText({ definition }: Draft, installation: string): string {
  const { name, url, headers } = definition;
  return [name, url, installation, ...headers.map((header) => header.name)].join('\n');
}

export const installationsInWords = (names: readonly string[]): string =>
  names.length > 2 ? `${names.length} installations` : names.join(' and ');
