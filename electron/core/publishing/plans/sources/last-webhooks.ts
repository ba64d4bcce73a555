import { isAddressable } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Parts } from '../../../parts.ts';

type FindWebhook = (connectionId: string, id: number) => Webhook | null;

/** Finds webhooks in the lists that were read last, for rows whose installation cannot be read. */
export async function lastWebhooks(
  { snapshotPersistence }: Parts,
  connectionIds: Iterable<string>,
): Promise<FindWebhook> {
  const snapshots = new Map<string, Awaited<ReturnType<typeof snapshotPersistence.load>>>();
  for (const id of connectionIds) snapshots.set(id, await snapshotPersistence.load(id));
  return (connectionId, id) => {
    const webhook = snapshots.get(connectionId)?.webhooks.get(id);
    return webhook !== undefined && isAddressable(webhook) ? webhook : null;
  };
}
