import { fieldDifferences } from '../webhook/difference.ts';
import { type WebhookDefinition, definitionOf, fieldOf, withField } from '../webhook/webhook.ts';
import type { Conflict } from './conflict.ts';
import { mergeHeaders } from './merge-headers.ts';

export interface Merge {
  /** Conflicts have the live value. */
  readonly merged: WebhookDefinition;
  readonly conflicts: readonly Conflict[];
}

/** Three-way merge. Compares each severity. Merged headers have live ids, or `null`. */
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
