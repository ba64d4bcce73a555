import type { EntrySummary, JournalEntry } from '#domain/journal/entry.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { aWebhook } from '../../../shared/testing/a-webhook.ts';

/** An update of the name with its read-back, with the given changes. */
export function anEntry(changes: Partial<JournalEntry> = {}): JournalEntry {
  const before = aWebhook();
  return {
    id: 'e1',
    revision: 1,
    sequence: 1,
    at: new Date(2026, 10, 21, 10, 32),
    endedAt: new Date(2026, 10, 21, 10, 32, 1),
    who: 'sam',
    connectionId: 'acme',
    connectionName: 'acme',
    variant: 'B',
    action: 'update',
    webhookId: before.id,
    before,
    meant: { ...definitionOf(before), name: 'Ops night' },
    request: { method: 'POST', url: 'https://acme.example.com/api/v6/webhook/7', body: '{}' },
    after: { ...before, name: 'Ops night' },
    outcome: 'done',
    problem: null,
    notes: [],
    knownIds: null,
    planId: null,
    rowKey: null,
    undoes: null,
    draftId: null,
    draftRevision: null,
    lineage: null,
    accepted: true,
    candidates: [],
    despiteOpen: [],
    ...changes,
  };
}

export function aSummary(changes: Partial<EntrySummary> = {}): EntrySummary {
  const { id, at, endedAt, who, connectionId, connectionName, variant } = anEntry();
  return {
    id,
    at,
    endedAt,
    who,
    connectionId,
    connectionName,
    variant,
    action: 'update',
    webhookId: 7,
    outcome: 'done',
    planId: null,
    undoes: null,
    name: 'Ops night',
    changes: 'name',
    remark: null,
    ...changes,
  };
}
