import type { RemoteMark } from '../merge/remote-marks.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import { isOwnResult, type LeavingEntry } from './own-result.ts';
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
