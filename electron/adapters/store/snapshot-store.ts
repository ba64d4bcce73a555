import { z } from 'zod';
import type { SnapshotStore, StoredSnapshot } from '#core/store-ports.ts';
import { Webhook } from '#domain/webhook/webhook.ts';
import type { FileInUse } from './file-in-use.ts';
import { InTurn } from './in-turn.ts';
import { readParted, removeParted, writeParted } from './parted.ts';
import { promised } from './promised.ts';
import { allRows, clearValue } from './rows.ts';
import { snapshots as table } from './tables.ts';

const Head = z.object({ connectionId: z.string(), readAt: z.date(), withoutId: z.int() });
const SeenElsewhere = z.object({
  webhookId: z.int(),
  kind: z.enum(['changed', 'new', 'deleted']),
  before: Webhook.nullable(),
  seenAt: z.date(),
});
const Item = z.union([z.object({ webhook: Webhook }), z.object({ elsewhere: SeenElsewhere })]);
const shape = { table, head: Head, item: Item };

/** What was last read of each installation: a head, and its webhooks in parts. */
export function createSnapshotStore(file: FileInUse): SnapshotStore {
  const turns = new InTurn();
  return {
    read: (connectionId, sealer) =>
      turns.do(connectionId, async () => {
        const found = await readParted(file, shape, connectionId, sealer);
        if (found === null) return null;
        const { head, items } = found;
        return {
          ...head,
          webhooks: items.flatMap((item) => ('webhook' in item ? [item.webhook] : [])),
          elsewhere: items.flatMap((item) => ('elsewhere' in item ? [item.elsewhere] : [])),
        };
      }),
    times: promised(() =>
      file.use((database) => {
        const times = new Map<string, Date>();
        for (const row of allRows(database, table)) {
          if (row === null) continue;
          times.set(row.clear[0], new Date(Number(clearValue(table, row, 'read_at'))));
        }
        return times;
      }),
    ),
    write: (snapshot, sealer) =>
      turns.do(snapshot.connectionId, () => {
        const { connectionId, readAt, withoutId } = snapshot;
        return writeParted(
          file,
          table,
          {
            clear: [connectionId, Date.now(), readAt.getTime()],
            head: { connectionId, readAt, withoutId },
            items: itemsOf(snapshot),
          },
          sealer,
        );
      }),
    remove: (connectionId) => turns.do(connectionId, () => removeParted(file, table, connectionId)),
  };
}

function* itemsOf({ webhooks, elsewhere }: StoredSnapshot): Generator<z.infer<typeof Item>> {
  for (const webhook of webhooks) yield { webhook };
  for (const each of elsewhere) yield { elsewhere: each };
}
