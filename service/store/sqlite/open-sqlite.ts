import { SqliteDeliveries } from '../../deliveries/sqlite-deliveries.ts';
import type { Variant } from '../../webhooks/bodies.ts';
import type { Storage } from '../storage.ts';
import { openDatabase } from './open-database.ts';
import { readContents, writeContents } from './sqlite-contents.ts';
import { promised } from './transaction.ts';
import { sqliteWebhooks } from './sqlite-webhooks.ts';

/** Opens `file`, or memory if it is `null`. @throws DataFileRefused see {@link openDatabase}. */
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
