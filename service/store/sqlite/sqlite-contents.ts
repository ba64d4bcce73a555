import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Contents, notEmptyPlace } from '../storage.ts';
import { transaction } from './transaction.ts';

const Webhook = z.object({ id: z.int(), definition: z.string() });
const Counters = z.object({
  webhook: z.int(),
  header: z.int(),
  delivery: z.int(),
  event: z.int(),
  unfinished: z.int(),
});

const sequence = (table: string): string =>
  `coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0) AS ${table}`;

export const readContents = (database: DatabaseSync): Contents =>
  transaction(database, () => {
    const { unfinished, ...last } = Counters.parse(
      database
        .prepare(
          `SELECT ${sequence('webhook')}, ${sequence('delivery')},
             (SELECT id FROM last_header_id) AS header, (SELECT id FROM last_event_id) AS event,
             (SELECT count(*) FROM delivery WHERE pending IS NOT NULL) AS unfinished`,
        )
        .get(),
    );
    const webhooks = database.prepare('SELECT id, definition FROM webhook ORDER BY id').all();
    return { webhooks: z.array(Webhook).parse(webhooks), last, unfinished };
  });

/** @throws StorageRefused if ids were assigned in the database before. */
export function writeContents(database: DatabaseSync, { webhooks, last }: Contents): void {
  const before = readContents(database);
  if (Object.values(before.last).some((id) => id > 0)) throw notEmptyPlace();
  transaction(database, () => {
    const insert = database.prepare('INSERT INTO webhook (id, definition) VALUES (?, ?)');
    for (const { id, definition } of webhooks) insert.run(id, definition);
    database.exec('DELETE FROM sqlite_sequence');
    const assigned = database.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)');
    assigned.run('webhook', last.webhook);
    assigned.run('delivery', last.delivery);
    database.prepare('UPDATE last_header_id SET id = ?').run(last.header);
    database.prepare('UPDATE last_event_id SET id = ?').run(last.event);
  });
}
