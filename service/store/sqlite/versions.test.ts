import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import type { Resolve } from '../../deliveries/loopback.ts';
import { Practising } from '../../testing/practising.ts';
import { openSqlite } from './sqlite-storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-versions-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const golden = path.join(import.meta.dirname, 'testing');

/** Creates a data file from the golden dump of a version. */
function fileOf(dump: string): string {
  const file = path.join(folder, 'webhooks.db');
  const database = new DatabaseSync(file);
  database.exec(readFileSync(path.join(golden, dump), 'utf8'));
  database.close();
  return file;
}

const schemaIn = (database: DatabaseSync): unknown[] => [
  database.prepare('PRAGMA user_version').get(),
  ...database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all(),
];

const dumps = readdirSync(golden).filter((name) => name.endsWith('.sql'));

test('there is a golden dump of every version', () => {
  const database = openDatabase(null, 'B');
  const [version] = Object.values(database.prepare('PRAGMA user_version').get() ?? {});
  expect(dumps.toSorted()).toEqual(
    Array.from({ length: Number(version) }, (_, index) => `version-${index + 1}.sql`),
  );
});

test.each(dumps)(
  '%s gets the schema of a new file, and keeps webhooks and counters',
  async (dump) => {
    const file = fileOf(dump);
    const fresh = openDatabase(null, 'B');
    const old = openDatabase(file, 'B');
    expect(schemaIn(old)).toEqual(schemaIn(fresh));
    old.close();
    const { webhooks, close } = openSqlite('B', file);
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

test('version-2.sql goes on with its unfinished delivery', async () => {
  const resolve: Resolve = (_hostname, _options, callback) => {
    callback(null, [{ address: '192.0.2.1', family: 4 }]);
  };
  const location = { dataFile: fileOf('version-2.sql') };
  const practising = await Practising.start('B', { resolve }, location);
  const { attempts } = await practising.finished(2);
  expect(attempts.map(({ error }) => error?.code)).toEqual(['failed', 'refused-target']);
  expect((await practising.delivery(1)).state).toBe('delivered');
  await practising.service.close();
});
