import { isOpen, type JournalEntry } from '../journal/entry.ts';
import { sameContent } from '../webhook/difference.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';

/** What of an entry tells how its request left the webhook. */
export type LeavingEntry = Pick<JournalEntry, 'action' | 'outcome' | 'after' | 'meant'>;

/**
 * Whether the last request of this Hookdesk left the webhook as it is. A kill can lose that the list followed it.
 * @param entries of the webhook, newest first
 */
export function isOwnResult(
  now: WebhookDefinition | null,
  entries: Iterable<LeavingEntry>,
): boolean {
  for (const { action, outcome, after, meant } of entries) {
    if (outcome === 'failed' || outcome === 'not-applied') continue;
    const left = after ?? meant;
    const isLike =
      action === 'delete' ? now === null : now !== null && left !== null && sameContent(left, now);
    // A request without an outcome may not have arrived: then the one before it tells.
    if (isLike || !isOpen(outcome)) return isLike;
  }
  return false;
}
