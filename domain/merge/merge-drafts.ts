import type { Conflict } from './conflict.ts';
import { mergeWebhook } from './merge.ts';
import { resolveAll } from './resolve.ts';
import {
  areIdentical,
  changedSince,
  fieldDifferences,
  isUnchanged,
} from '../webhook/difference.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { StoredDraft } from '../draft/stored-draft.ts';

/** The content of a draft: the webhook it started from, and what it makes of it. */
export type DraftContent = Pick<StoredDraft, 'base' | 'definition'>;

/** Two versions of a draft in one. */
export interface MergedDraft {
  /** Both sides' changes; where they conflict it has those of the preferred side. */
  readonly content: DraftContent;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the versions of a draft that two windows have.
 *
 * @param known the version that both started from
 * @param prefer whose change is taken where both changed the same
 */
export function mergeDrafts(
  known: DraftContent,
  mine: DraftContent,
  theirs: DraftContent,
  prefer: 'mine' | 'theirs' = 'theirs',
): MergedDraft {
  if (sameDraft(known, theirs)) return { content: mine, conflicts: [] };
  const merge = mergeWebhook(known.definition, mine.definition, theirs.definition);
  const definition = resolveAll(merge, prefer === 'mine' ? 'draft' : 'live');
  const base = sameBase(known.base, theirs.base) ? mine.base : theirs.base;
  return { content: { base, definition }, conflicts: merge.conflicts };
}

/** Whether two versions of a draft are equal, the order and the ids of their headers included. */
export const sameDraft = (a: DraftContent, b: DraftContent): boolean =>
  sameBase(a.base, b.base) &&
  fieldDifferences(a.definition, b.definition).length === 0 &&
  areIdentical(a.definition.headers, b.definition.headers);

/** Whether a draft has something to publish. */
export const hasEdits = ({ base, definition }: DraftContent): boolean =>
  base === null || !isUnchanged(base, definition);

function sameBase(a: Webhook | null, b: Webhook | null): boolean {
  if (a === null || b === null) return a === b;
  return a.id === b.id && !changedSince(a, b);
}
