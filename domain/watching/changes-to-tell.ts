import { isOpen, type JournalEntry } from '../journal/entry.ts';
import type { RemoteMark } from '../merge/remote-marks.ts';
import { sameContent } from '../webhook/difference.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { type WebhookChange, webhookChange } from './webhook-change.ts';

/** A mark of a changed webhook, and what decides whether others changed it. */
export interface MarkedWebhook {
  readonly mark: RemoteMark;
  /** As last read; `null` for a deleted webhook. */
  readonly current: ListedWebhook | null;
  /** Of its entries in History, newest first. Empty for a webhook without a unique id. */
  readonly results: readonly RequestResult[];
}

/** Whether no watch has told a person of the mark yet. */
export const isToTell = ({ isReported }: RemoteMark): boolean => isReported !== true;

/** Sorts marks. A watch tells a person of the `changes` by others. The `own` marks come from requests of this Hookdesk. */
export function changesToTell(marked: readonly MarkedWebhook[]): {
  readonly changes: WebhookChange[];
  readonly own: RemoteMark[];
} {
  const changes: WebhookChange[] = [];
  const own: RemoteMark[] = [];
  for (const { mark, current, results } of marked) {
    if (isOwnResult(current, results)) own.push(mark);
    else changes.push(webhookChange(mark, current));
  }
  return { changes, own };
}

/** The members of an entry that show how its request left the webhook. */
export type RequestResult = Pick<
  JournalEntry,
  'action' | 'outcome' | 'after' | 'meant' | 'accepted'
>;

/**
 * Whether the last request of this Hookdesk left the webhook as it is. A kill can lose the result from the stored list,
 * so that the next reading looks like a change by others.
 * @param results of the webhook, newest first
 */
export function isOwnResult(
  current: WebhookDefinition | null,
  results: Iterable<RequestResult>,
): boolean {
  for (const { action, outcome, after, meant, accepted } of results) {
    if (outcome === 'failed' || outcome === 'not-applied') continue;
    // Others made what was found in place of a request that got no answer.
    if (outcome === 'differs' && action !== 'create' && !accepted) continue;
    const left = after ?? meant;
    const isAsLeft =
      action === 'delete'
        ? current === null
        : current !== null && left !== null && sameContent(left, current);
    // A request without an outcome may not have arrived: then the one before it decides.
    if (isAsLeft || !isOpen(outcome)) return isAsLeft;
  }
  return false;
}
