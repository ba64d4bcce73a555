import { fieldDifferences } from '../webhook/difference.ts';
import { definitionOf, fieldOf, type WebhookDefinition, withField } from '../webhook/webhook.ts';
import type { Conflict } from './conflict.ts';
import { mergeHeaders } from './merge-headers.ts';

/** The result of a three-way merge, before a person resolves its conflicts. */
export interface Merge {
  /** Conflicts have the live value. */
  readonly merged: WebhookDefinition;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the changes that `draft` and `live` made to `base`, each severity as a field of its own. Two changes of the
 * template always conflict; `conflictProposal` proposes a merge of their lines. Headers have the live ids, or `null`.
 */
export function mergeWebhook(
  base: WebhookDefinition,
  draft: WebhookDefinition,
  live: WebhookDefinition,
): Merge {
  const conflicts: Conflict[] = [];
  let merged = definitionOf(live);
  for (const { field, before, after } of fieldDifferences(base, draft)) {
    const current = fieldOf(live, field);
    if (current === before) merged = withField(merged, field, after);
    else if (current !== after) {
      conflicts.push({ kind: 'field', path: field, base: before, draft: after, live: current });
    }
  }
  const { headers, conflicts: ofHeaders } = mergeHeaders(base.headers, draft.headers, live.headers);
  return { merged: { ...merged, headers }, conflicts: [...conflicts, ...ofHeaders] };
}
