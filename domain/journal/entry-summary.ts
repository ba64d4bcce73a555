import { fieldDifferences } from '../webhook/difference.ts';
import { fieldInSentence, fields, isSeverityField } from '../webhook/fields.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { headerChangeSet } from '../webhook/header-change-set.ts';
import { EntrySummary, type JournalEntry } from './entry.ts';

/** The changes of a request, sent or not: names of fields and headers, and the values of switches. */
export function changesInWords(
  before: WebhookDefinition | null,
  requested: WebhookDefinition | null,
): string {
  if (before === null || requested === null) {
    const definition = before ?? requested;
    return definition === null ? '' : headerCount(definition.headers.length);
  }
  const differences = fieldDifferences(before, requested);
  const severityCount = differences.filter(({ field }) => isSeverityField(field)).length;
  const fieldChanges = differences.map(({ field, after }) => {
    if (isSeverityField(field) && severityCount > 1) return 'severities';
    const name = fieldInSentence(field);
    if (fields[field].kind !== 'boolean') return name;
    return `${name}: ${after === true ? 'off → on' : 'on → off'}`;
  });
  const changes = [...new Set(fieldChanges), ...headerChangesInWords(before, requested)];
  return changes.length === 0 ? 'nothing' : changes.join(', ');
}

function headerChangesInWords(before: WebhookDefinition, requested: WebhookDefinition): string[] {
  const { added, changed, deleted, unaddressable } = headerChangeSet(
    before.headers,
    requested.headers,
  );
  const gone = [...deleted, ...unaddressable];
  return [
    ...(added.length === 0 ? [] : [`new ${headersInWords(added)}`]),
    ...(changed.length === 0 ? [] : [headersInWords(changed)]),
    ...(gone.length === 0 ? [] : [`without ${headersInWords(gone)}`]),
  ];
}

const headersInWords = (headers: readonly { readonly name: string }[]): string =>
  headers.length === 1 ? `header ${headers[0]?.name ?? ''}` : `${headers.length} headers`;

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
