import type { RemoteMarkDetails } from '#contract/snapshots.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import type { Snapshots } from './snapshots.ts';

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
