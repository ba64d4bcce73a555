import type { JournalEntry } from '#domain/journal/entry.ts';
import { type FieldDifference, fieldDifferences } from '#domain/webhook/difference.ts';
import { type WebhookDefinition, neutralDefinition } from '#domain/webhook/webhook.ts';
import {
  type HeaderChangeSet,
  headerChangeSet,
  isEmptyChangeSet,
} from '#domain/webhook/header-change-set.ts';

export type Side = 'before' | 'after';

interface State {
  readonly webhook: WebhookDefinition | null;
  /** `meant` was sent but not read back. */
  readonly source: 'read' | 'meant';
}

export interface StateDifference {
  readonly differences: readonly FieldDifference[];
  readonly headers: HeaderChangeSet;
  readonly absent: Side | 'both' | null;
}

export function stateOf(entry: JournalEntry, side: Side): State {
  const { action, before, after, meant, outcome } = entry;
  if (side === 'before') return { webhook: before, source: 'read' };
  if (after !== null) return { webhook: after, source: 'read' };
  if (outcome === 'failed' || outcome === 'not-applied') return { webhook: before, source: 'read' };
  return { webhook: meant, source: action === 'delete' ? 'read' : 'meant' };
}

export function differencesOf(
  before: WebhookDefinition | null,
  after: WebhookDefinition | null,
): StateDifference {
  const left = before ?? neutralDefinition;
  const right = after ?? neutralDefinition;
  return {
    differences: fieldDifferences(left, right),
    headers: headerChangeSet(left.headers, right.headers),
    absent:
      before === null ? (after === null ? 'both' : 'before') : after === null ? 'after' : null,
  };
}

export const isSame = ({ differences, headers }: StateDifference): boolean =>
  differences.length === 0 && isEmptyChangeSet(headers) && headers.unaddressable.length === 0;
