import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase, execute, serverUrl } from '../../testing/stored.ts';
import { DatabaseRefused } from './migrations.ts';
import { openPostgres } from './postgres-storage.ts';

type Place = Awaited<ReturnType<typeof newDatabase>>;

let places: Place[];
const create = async (): Promise<Place> => {
  const place = await newDatabase(serverUrl() ?? '');
  places.push(place);
  return place;
};
beforeEach(() => {
  places = [];
});
afterEach(async () => {
  for (const { remove } of places) await remove();
});

const golden = path.join(import.meta.dirname, 'testing');
const dumps = readdirSync(golden).filter((name) => name.endsWith('.sql'));

async function rowsOf(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}

/** Columns, constraints, indexes and sequences, without their values. */
const schemaOf = (url: string): Promise<unknown[]> =>
  rowsOf(
    url,
    `SELECT table_name AS owner, column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
       is_identity AS what FROM information_schema.columns WHERE table_schema = 'webhook_service'
     UNION SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'webhook_service'
     UNION SELECT sequence_name, data_type FROM information_schema.sequences
       WHERE sequence_schema = 'webhook_service'
     ORDER BY 1, 2`,
  );

test('there is a golden dump of every version', async () => {
  const { url } = await create();
  await (await openPostgres('B', url)).close();
  const [service] = await rowsOf(url, 'SELECT version FROM webhook_service.service');
  expect(service).toEqual({ version: dumps.length });
});

test.each(dumps)(
  '%s gets the schema of a new database, and keeps webhooks and counters',
  async (dump) => {
    const [fresh, old] = [await create(), await create()];
    await (await openPostgres('B', fresh.url)).close();
    await execute(old.url, readFileSync(path.join(golden, dump), 'utf8'));
    const { webhooks, close } = await openPostgres('B', old.url);
    expect(await schemaOf(old.url)).toEqual(await schemaOf(fresh.url));
    const list = await webhooks.list();
    expect(
      JSON.parse(new TextDecoder().decode(list instanceof Uint8Array ? list : undefined)),
    ).toMatchObject([
      { id: 1, name: 'Ops — é 🔔', payload_template: '{"a": "%AlertName%\\n"}\u0000' },
      { id: 3, name: 'Jobs', payload_type: 'JOB' },
    ]);
    const headers = [{ http_header_key: 'X-Key', http_header_value: 'fake' }];
    await webhooks.create({ name: 'New', url: 'https://new.example/', http_headers: headers });
    expect(await webhooks.read(5)).toContain('"http_header_id":4');
    await close();
  },
);

test('instances that start at once create the tables once', async () => {
  const { url } = await create();
  const all = await Promise.all(Array.from({ length: 6 }, () => openPostgres('A', url)));
  for (const { close } of all) await close();
  expect(await rowsOf(url, 'SELECT * FROM webhook_service.service')).toEqual([
    { variant: 'A', version: dumps.length },
  ]);
});

test.each([
  ['a newer version wrote it', 'UPDATE webhook_service.service SET version = 99', /newer version/],
  ['it belongs to the other variant', 'SELECT 1', /--variant B/],
])('a database is refused and left unchanged when %s', async (_title, sql, message) => {
  const { url } = await create();
  await (await openPostgres('B', url)).close();
  await execute(url, sql);
  const before = await schemaOf(url);
  await expect(openPostgres('A', url)).rejects.toThrow(DatabaseRefused);
  await expect(openPostgres('A', url)).rejects.toThrow(message);
  expect(await schemaOf(url)).toEqual(before);
});

test('a database of another encoding is refused', async () => {
  const { url } = await create();
  const latin = new URL(url);
  latin.pathname = `${latin.pathname}_latin`;
  const name = latin.pathname.slice(1);
  await execute(url, `CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0`);
  await expect(openPostgres('A', latin.href)).rejects.toThrow(/encoding UTF8/);
  expect(await schemaOf(latin.href)).toEqual([]);
  await execute(url, `DROP DATABASE ${name}`);
});
