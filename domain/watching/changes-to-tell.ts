import { isOpen, type JournalEntry } from '../journal/entry.ts';
import type { RemoteMark } from '../merge/remote-marks.ts';
import { sameContent } from '../webhook/difference.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { type WebhookChange, webhookChange } from './webhook-change.ts';

/** A remote mark, and what tells whether others made the change. */
export interface MarkedWebhook {
  readonly mark: RemoteMark;
  /** As last read; `null` for a deleted webhook. */
  readonly now: ListedWebhook | null;
  /** Entries of the webhook in History, newest first. Empty for one without a unique id. */
  readonly newest: readonly LeavingEntry[];
}

/** Whether no watch told of the mark yet. */
export const isUnreported = ({ isReported }: RemoteMark): boolean => isReported !== true;

/** What a watch tells of unreported marks. `own`: marks of results of own requests, which it does not tell. */
export function changesToTell(marked: readonly MarkedWebhook[]): {
  readonly changes: WebhookChange[];
  readonly own: RemoteMark[];
} {
  const changes: WebhookChange[] = [];
  const own: RemoteMark[] = [];
  for (const { mark, now, newest } of marked) {
    if (isOwnResult(now, newest)) own.push(mark);
    else changes.push(webhookChange(mark, now));
  }
  return { changes, own };
}

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
