import type { Conflict } from './conflict.ts';
import { mergeWebhook } from './merge-webhook.ts';
import { resolveAll } from './resolve-conflicts.ts';
import {
  areIdentical,
  changedSince,
  fieldDifferences,
  isUnchanged,
} from '../webhook/difference.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { StoredDraft } from '../draft/stored-draft.ts';

export type DraftContent = Pick<StoredDraft, 'base' | 'definition'>;

export interface MergedDraft {
  /** Conflicts have the value of the preferred side. */
  readonly content: DraftContent;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the edits of two windows in one draft.
 * @param common the version that both sides started from
 */
export function mergeDrafts(
  common: DraftContent,
  mine: DraftContent,
  theirs: DraftContent,
  prefer: 'mine' | 'theirs' = 'theirs',
): MergedDraft {
  if (sameDraft(common, theirs)) return { content: mine, conflicts: [] };
  const merge = mergeWebhook(common.definition, mine.definition, theirs.definition);
  const definition = resolveAll(merge, prefer === 'mine' ? 'draft' : 'live');
  const base = sameBase(common.base, theirs.base) ? mine.base : theirs.base;
  return { content: { base, definition }, conflicts: merge.conflicts };
}

/** Compares header order and header ids, too. */
export const sameDraft = (a: DraftContent, b: DraftContent): boolean =>
  sameBase(a.base, b.base) &&
  fieldDifferences(a.definition, b.definition).length === 0 &&
  areIdentical(a.definition.headers, b.definition.headers);

export const hasEdits = ({ base, definition }: DraftContent): boolean =>
  base === null || !isUnchanged(base, definition);

function sameBase(a: Webhook | null, b: Webhook | null): boolean {
  if (a === null || b === null) return a === b;
  return a.id === b.id && !changedSince(a, b);
}
