import type { RemoteMarkDetails } from '#contract/snapshots.ts';
import { compareWithRemote } from '#domain/merge/compare-with-remote.ts';
import { isAddressable, type SeenWebhook, type WebhookKey } from '#domain/webhook/listed.ts';
import { digestOf } from '#domain/webhook/webhook.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

export function remoteMarkDetails(
  snapshots: Snapshots,
  { connectionId, key }: { connectionId: string; key: WebhookKey },
): RemoteMarkDetails | null {
  const snapshot = snapshots.get(connectionId);
  const mark = snapshot?.marks.get(key);
  if (mark === undefined) return null;
  const { kind, seenAt, before } = mark;
  return { kind, seenAt, before, now: snapshot?.webhooks.get(key) ?? null };
}

/** `gone`: the webhook was deleted, or another webhook has its id. */
type ChangeSinceSeen = 'none' | 'changed' | 'gone';

/** Compares the webhook of the last snapshot with the version that a person selected. */
export function changeSinceSeen(
  { webhooks, idDefects, marks }: Readonly<Snapshot>,
  { id, digest }: SeenWebhook,
): ChangeSinceSeen {
  const webhook = webhooks.get(id);
  if (webhook === undefined || !isAddressable(webhook)) {
    return idDefects.has(id) ? 'changed' : 'gone';
  }
  if (digestOf(webhook) === digest) return 'none';
  // The remote mark has the version before the last change.
  const before = marks.get(id)?.before ?? null;
  const isReplaced =
    before !== null &&
    isAddressable(before) &&
    compareWithRemote(before, webhook).kind === 'replaced';
  return isReplaced ? 'gone' : 'changed';
}
