import { z } from 'zod';
import { PostgresDeliveries } from '../../deliveries/postgres-deliveries.ts';
import { PostgresSignIns } from '../../sign-in/postgres-sign-ins.ts';
import type { Variant } from '../../webhooks/bodies.ts';
import type { Storage } from '../storage.ts';
import { Database } from './database.ts';
import { migrate, serviceIn } from './migrations.ts';
import { readContents, writeContents } from './postgres-contents.ts';
import { postgresWebhooks } from './postgres-webhooks.ts';

/**
 * Opens a database for one of several instances, and creates or migrates its tables.
 * @throws DatabaseRefused see {@link migrate}; Refusal 503 if the database cannot be reached.
 */
export async function openPostgres(variant: Variant, url: string): Promise<Storage> {
  const database = new Database(url);
  try {
    await migrate(database, variant);
  } catch (error) {
    await database.close();
    throw error;
  }
  let deliveries: PostgresDeliveries | null = null;
  return {
    webhooks: postgresWebhooks(database, variant),
    signIns: new PostgresSignIns(database),
    async openDeliveries(attempts) {
      deliveries = await PostgresDeliveries.open(database, url, attempts);
      return deliveries;
    },
    contents: () => readContents(database),
    restore: (contents) => writeContents(database, contents),
    async check() {
      await database.query(z.unknown(), 'SELECT 1');
    },
    async close() {
      await deliveries?.close();
      await database.close();
    },
  };
}

/** The variant of the service whose tables are there; `null` for none. @throws Refusal 503 */
export async function variantInDatabase(url: string): Promise<Variant | null> {
  const database = new Database(url);
  try {
    return (await serviceIn(database.query))?.variant ?? null;
  } finally {
    await database.close();
  }
}
