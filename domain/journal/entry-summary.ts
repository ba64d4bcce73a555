import { fieldDifferences } from '../webhook/difference.ts';
import { partInSentence } from '../webhook/fields.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { headerChangeSet } from '../webhook/header-change-set.ts';
import { EntrySummary, type JournalEntry } from './entry.ts';

/** Contains no values, only names of fields and headers. */
export function changesInWords(
  before: WebhookDefinition | null,
  meant: WebhookDefinition | null,
): string {
  const only = before ?? meant;
  if (only === null) return '';
  if (before === null || meant === null) return headerCount(only.headers.length);
  const fields = fieldDifferences(before, meant).map(({ field }) =>
    field === 'enabled'
      ? `enabled: ${meant.enabled ? 'off → on' : 'on → off'}`
      : partInSentence(field),
  );
  const all = [...new Set(fields), ...headersInWords(before, meant)];
  return all.length === 0 ? 'nothing' : all.join(', ');
}

function headersInWords(before: WebhookDefinition, meant: WebhookDefinition): string[] {
  const { added, changed, deleted, unaddressable } = headerChangeSet(before.headers, meant.headers);
  const gone = [...deleted, ...unaddressable];
  return [
    ...(added.length === 0 ? [] : [`${headers(added)} added`]),
    ...(changed.length === 0 ? [] : [`${headers(changed)} changed`]),
    ...(gone.length === 0 ? [] : [`${headers(gone)} deleted`]),
  ];
}

const headers = (some: readonly { readonly name: string }[]): string =>
  some.length === 1 ? `header ${some[0]?.name ?? ''}` : `${some.length} headers`;

const headerCount = (count: number): string =>
  count === 0 ? 'no headers' : count === 1 ? 'one header' : `${count} headers`;

export function entrySummary(entry: JournalEntry): EntrySummary {
  const { before, meant, problem, notes } = entry;
  return EntrySummary.parse({
    ...entry,
    name: meant?.name ?? before?.name ?? '',
    changes: changesInWords(before, meant),
    remark: problem?.message ?? notes[0] ?? null,
  });
}
