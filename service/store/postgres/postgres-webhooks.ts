import { Readable } from 'node:stream';
import { z } from 'zod';
import type { CreateBody, Variant } from '../../webhooks/body-types.ts';
import { type AssignHeaderIds, newWebhook } from '../../webhooks/new-webhook.ts';
import { StoredWebhook } from '../../webhooks/stored-webhook.ts';
import { applyUpdate, checkUpdate } from '../../webhooks/apply-update.ts';
import type { WebhookStore } from '../webhook-store.ts';
import type { Database, Lease, Query } from './database.ts';

/** Rows that a list reads at once. */
const listPart = 500;

/** Milliseconds that a client may take to read a list, which has a connection for so long. */
const listTimeout = 60_000;

/** PostgreSQL sends `bigint` as text; ids stay below 2^53. */
export const Id = z.coerce.number().pipe(z.int());

const Document = z.object({ document: z.string() });
const Definition = z.object({ definition: z.string() });
const Identified = z.object({ id: Id, definition: z.string() });
const IdRow = z.object({ id: Id });

/** Puts the id before the first field: `{"name":…}` becomes `{"id":7,"name":…}`. */
const documentSql = `'{"id":' || id || ',' || substr(definition, 2) AS document`;
const table = 'webhook_service.webhook';

/** The webhooks in a PostgreSQL database, which other instances may use at the same time. */
export function postgresWebhooks(database: Database, variant: Variant): WebhookStore {
  const { query } = database;
  return {
    list: () => list(database),
    async read(id) {
      const sql = `SELECT ${documentSql} FROM ${table} WHERE id = $1`;
      const [row] = await query(Document, sql, [id]);
      return row?.document ?? null;
    },
    async create(body) {
      const assign = await headerIds(query, body.http_headers?.length ?? 0);
      const definition = JSON.stringify(newWebhook(variant, body, assign));
      await query(z.unknown(), `INSERT INTO ${table} (definition) VALUES ($1)`, [definition]);
    },
    fill: (bodies) =>
      database.transaction(async (send) => {
        // Other instances may fill the table at the same time.
        await send(z.unknown(), `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
        if ((await send(z.unknown(), `SELECT 1 FROM ${table} LIMIT 1`)).length > 0) return;
        for (const part of partsOf(bodies)) {
          const count = part.reduce((sum, body) => sum + (body.http_headers?.length ?? 0), 0);
          const assign = await headerIds(send, count);
          await send(
            z.unknown(),
            `INSERT INTO ${table} (definition) SELECT definition
             FROM unnest($1::text[]) WITH ORDINALITY AS part (definition, number) ORDER BY number`,
            [part.map((body) => JSON.stringify(newWebhook(variant, body, assign)))],
          );
        }
      }),
    update: (id, update) =>
      database.transaction(async (send) => {
        const sql = `SELECT definition FROM ${table} WHERE id = $1 FOR UPDATE`;
        const [row] = await send(Definition, sql, [id]);
        if (row === undefined) return null;
        const stored = StoredWebhook.parse(JSON.parse(row.definition));
        const violations = checkUpdate(id, stored, update);
        if (violations.length > 0) return violations;
        const assign = await headerIds(send, update.http_headers?.added?.length ?? 0);
        const definition = JSON.stringify(applyUpdate(stored, update, assign));
        await send(z.unknown(), `UPDATE ${table} SET definition = $1 WHERE id = $2`, [
          definition,
          id,
        ]);
        return [];
      }),
    remove: async (id) =>
      (await query(z.unknown(), `DELETE FROM ${table} WHERE id = $1 RETURNING id`, [id])).length >
      0,
    all: async () =>
      (await query(Identified, `SELECT id, definition FROM ${table} ORDER BY id`)).map(
        ({ id, definition }) => ({ id, webhook: StoredWebhook.parse(JSON.parse(definition)) }),
      ),
  };
}

/** Takes `count` header ids of the sequence. The result hands them out. */
async function headerIds(query: Query, count: number): Promise<AssignHeaderIds> {
  if (count === 0) return () => [];
  const sql = "SELECT nextval('webhook_service.header_id') AS id FROM generate_series(1, $1)";
  const ids = (await query(IdRow, sql, [count])).map(({ id }) => id);
  return (assigned) => ids.splice(0, assigned);
}

function* partsOf(bodies: Iterable<CreateBody>): Generator<CreateBody[]> {
  let part: CreateBody[] = [];
  for (const body of bodies) {
    part.push(body);
    if (part.length < listPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Streams the list from a cursor: one snapshot of the table, with one part in memory at a time. */
async function list(database: Database): Promise<Uint8Array | Readable> {
  const lease = await database.leaseForList();
  const nextPart = async (): Promise<string[]> =>
    (await lease.query(Document, `FETCH ${listPart} FROM webhooks`)).map(
      ({ document }) => document,
    );
  try {
    await lease.run(
      `BEGIN READ ONLY; DECLARE webhooks NO SCROLL CURSOR FOR SELECT ${documentSql} FROM ${table} ORDER BY id`,
    );
    const first = await nextPart();
    if (first.length === listPart) return streamOf(lease, first, nextPart);
    await lease.run('COMMIT');
    lease.release(false);
    return Buffer.from(`[${first.join(',')}]`);
  } catch (error) {
    lease.release(true);
    throw error;
  }
}

function streamOf(lease: Lease, first: string[], nextPart: () => Promise<string[]>): Readable {
  let isWhole = false;
  async function* parts(): AsyncGenerator<string> {
    yield `[${first.join(',')}`;
    for (let part = await nextPart(); part.length > 0; part = await nextPart()) {
      yield `,${part.join(',')}`;
    }
    await lease.run('COMMIT');
    isWhole = true;
    yield ']';
  }
  const stream = Readable.from(parts(), { objectMode: false, highWaterMark: 1 });
  const timer = setTimeout(() => {
    stream.destroy();
  }, listTimeout);
  // A client that leaves destroys the stream, also before its first read.
  return stream.once('close', () => {
    clearTimeout(timer);
    lease.release(!isWhole);
  });
}
