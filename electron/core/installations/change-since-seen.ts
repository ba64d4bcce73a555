import { compareWithRemote } from '#domain/merge/compare-with-remote.ts';
import { isAddressable, type SeenWebhook } from '#domain/webhook/listed.ts';
import { digestOf } from '#domain/webhook/webhook.ts';
import type { Snapshot } from './snapshots.ts';

/** `gone`: deleted, or another webhook has the id. The remote mark has the version before. */
export type ChangeSinceSeen = 'none' | 'changed' | 'gone';

export function changeSinceSeen(
  { webhooks, idDefects, marks }: Readonly<Snapshot>,
  { id, digest }: SeenWebhook,
): ChangeSinceSeen {
  const webhook = webhooks.get(id);
  if (webhook === undefined || !isAddressable(webhook)) {
    return idDefects.has(id) ? 'changed' : 'gone';
  }
  if (digestOf(webhook) === digest) return 'none';
  const before = marks.get(id)?.before ?? null;
  const isReplaced =
    before !== null &&
    isAddressable(before) &&
    compareWithRemote(before, webhook).kind === 'replaced';
  return isReplaced ? 'gone' : 'changed';
}
