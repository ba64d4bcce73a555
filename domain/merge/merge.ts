import { fieldDifferences } from '../webhook/difference.ts';
import { type WebhookDefinition, definitionOf, fieldOf, withField } from '../webhook/webhook.ts';
import type { Conflict } from './conflict.ts';
import { mergeHeaders } from './merge-headers.ts';

/** A draft and what the service holds now, put together. */
export interface Merge {
  /** Both sides' changes; where they conflict it has what the service holds now. */
  readonly merged: WebhookDefinition;
  /** What only a person can decide, fields first. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges three ways: `base` is the webhook as the draft last saw it, `live` what the service holds now.
 * What one side left alone follows the other; what both changed to the same is that; anything else is
 * a conflict. Severities are compared one by one. Merged headers have the ids that the service knows
 * now, and `null` where it knows none.
 */
export function mergeWebhook(
  base: WebhookDefinition,
  draft: WebhookDefinition,
  live: WebhookDefinition,
): Merge {
  const conflicts: Conflict[] = [];
  let merged = definitionOf(live);
  for (const { field, before, after } of fieldDifferences(base, draft)) {
    const now = fieldOf(live, field);
    if (now === before) merged = withField(merged, field, after);
    else if (now !== after) {
      conflicts.push({ kind: 'field', path: field, base: before, draft: after, live: now });
    }
  }
  const { headers, conflicts: ofHeaders } = mergeHeaders(base.headers, draft.headers, live.headers);
  return { merged: { ...merged, headers }, conflicts: [...conflicts, ...ofHeaders] };
}
