import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { SqliteDeliveries } from '../../deliveries/sqlite-deliveries.ts';
import type { Variant } from '../../webhooks/body-types.ts';
import { type Contents, notEmptyPlace, type Storage } from '../storage.ts';
import { openDatabase } from './open-database.ts';
import { sqliteWebhooks } from './sqlite-webhooks.ts';
import { promised, transaction } from './transaction.ts';

/** Opens `file`, or memory if it is `null`. @throws DataFileRefused see {@link openDatabase} */
export function openSqlite(variant: Variant, file: string | null): Storage {
  const database = openDatabase(file, variant);
  let deliveries: SqliteDeliveries | null = null;
  return {
    webhooks: sqliteWebhooks(database, variant),
    signIns: null,
    openDeliveries(attempts) {
      deliveries = new SqliteDeliveries(database, attempts);
      return Promise.resolve(deliveries);
    },
    contents: () => promised(() => readContents(database)),
    restore: (contents) =>
      promised(() => {
        writeContents(database, contents);
      }),
    check: () => Promise.resolve(),
    async close() {
      await deliveries?.close();
      database.close();
    },
  };
}

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

const readContents = (database: DatabaseSync): Contents =>
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
function writeContents(database: DatabaseSync, { webhooks, last }: Contents): void {
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
