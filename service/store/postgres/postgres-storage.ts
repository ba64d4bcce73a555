import { z } from 'zod';
import { PostgresDeliveries } from '../../deliveries/postgres-deliveries.ts';
import { PostgresSignIns } from '../../sign-in/postgres-sign-ins.ts';
import type { Variant } from '../../webhooks/body-types.ts';
import { type Contents, notEmptyPlace, type Storage } from '../storage.ts';
import { Database, type Query } from './database.ts';
import { migrate, serviceIn } from './migrations.ts';
import { Id, postgresWebhooks } from './postgres-webhooks.ts';

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

const Webhook = z.object({ id: Id, definition: z.string() });
const Counters = z.object({ webhook: Id, header: Id, delivery: Id, event: Id, unfinished: Id });

const sequences = {
  webhook: 'webhook_service.webhook_id_seq',
  header: 'webhook_service.header_id',
  delivery: 'webhook_service.delivery_id_seq',
  event: 'webhook_service.event_id',
} as const;

/** A new sequence has the last value 1, which it has not assigned. */
const lastIds = Object.entries(sequences)
  .map(
    ([name, sequence]) =>
      `(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${sequence}) AS ${name}`,
  )
  .join(', ');

async function counters(query: Query): Promise<Pick<Contents, 'last' | 'unfinished'>> {
  const unfinished =
    '(SELECT count(*) FROM webhook_service.delivery WHERE pending IS NOT NULL) AS unfinished';
  const [row] = await query(Counters, `SELECT ${lastIds}, ${unfinished}`);
  if (row === undefined) throw new Error('The counters are missing');
  const { unfinished: count, ...last } = row;
  return { last, unfinished: count };
}

const readContents = (database: Database): Promise<Contents> =>
  database.transaction(async (query, run) => {
    await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { last, unfinished } = await counters(query);
    const sql = 'SELECT id, definition FROM webhook_service.webhook ORDER BY id';
    return { webhooks: await query(Webhook, sql), last, unfinished };
  });

/** @throws StorageRefused if ids were assigned in the database before. */
const writeContents = (database: Database, { webhooks, last }: Contents): Promise<void> =>
  database.transaction(async (query, run) => {
    await run('LOCK TABLE webhook_service.webhook IN SHARE ROW EXCLUSIVE MODE');
    const { last: before } = await counters(query);
    if (Object.values(before).some((id) => id > 0)) throw notEmptyPlace();
    await query(
      z.unknown(),
      `INSERT INTO webhook_service.webhook (id, definition) OVERRIDING SYSTEM VALUE
       SELECT * FROM unnest($1::bigint[], $2::text[])`,
      [webhooks.map(({ id }) => id), webhooks.map(({ definition }) => definition)],
    );
    for (const [name, sequence] of Object.entries(sequences)) {
      const id = new Map(Object.entries(last)).get(name) ?? 0;
      if (id > 0) await query(z.unknown(), `SELECT setval('${sequence}', $1)`, [id]);
    }
  });
