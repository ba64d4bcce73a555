import { z } from 'zod';
import type { RemoteMark, SnapshotStore, StoredSnapshot } from '#core/store-ports.ts';
import { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { chunkedStore } from './chunked.ts';
import type { FileInUse } from './file-in-use.ts';
import { syncToPromise } from './sync-to-promise.ts';
import { allRows, clearValue } from './rows.ts';
import { snapshots as table } from './tables.ts';

const Head = z.object({ connectionId: z.string(), readAt: z.date() });
/** `webhookId` stores the key; older versions stored the webhook's id there. */
const StoredMark = z.object({
  webhookId: WebhookKey,
  kind: z.enum(['changed', 'new', 'deleted']),
  before: ListedWebhook.nullable(),
  seenAt: z.date(),
});
const Item = z.union([z.object({ webhook: ListedWebhook }), z.object({ elsewhere: StoredMark })]);

export function createSnapshotStore(file: FileInUse): SnapshotStore {
  const chunks = chunkedStore(file, { table, head: Head, item: Item });
  return {
    read: async (connectionId, sealer) => {
      const found = await chunks.read(connectionId, sealer);
      if (found === null) return null;
      const { head, items } = found;
      return {
        ...head,
        webhooks: items.flatMap((item) => ('webhook' in item ? [item.webhook] : [])),
        elsewhere: items.flatMap((item) => ('elsewhere' in item ? [markOf(item.elsewhere)] : [])),
      };
    },
    times: syncToPromise(() =>
      file.use((database) => {
        const times = new Map<string, Date>();
        for (const row of allRows(database, table)) {
          if (row === null) continue;
          times.set(row.clear[0], new Date(Number(clearValue(table, row, 'read_at'))));
        }
        return times;
      }),
    ),
    write: (snapshot, sealer) => {
      const { connectionId, readAt } = snapshot;
      const clear = [connectionId, Date.now(), readAt.getTime()] as const;
      const head = { connectionId, readAt };
      return chunks.write({ clear, head, items: itemsOf(snapshot) }, sealer);
    },
    remove: (connectionId) => chunks.remove(connectionId),
  };
}

function* itemsOf({ webhooks, elsewhere }: StoredSnapshot): Generator<z.infer<typeof Item>> {
  for (const webhook of webhooks) yield { webhook };
  for (const { key, kind, before, seenAt } of elsewhere) {
    yield { elsewhere: { webhookId: key, kind, before, seenAt } };
  }
}

const markOf = ({ webhookId, ...mark }: z.infer<typeof StoredMark>): RemoteMark => ({
  key: webhookId,
  ...mark,
});
