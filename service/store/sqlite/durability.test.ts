import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';

test('the database has a write-ahead log, full synchronization and an exclusive lock', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-store-'));
  const database = openDatabase(path.join(folder, 'webhooks.db'), 'A');
  const settings = ['journal_mode', 'synchronous', 'locking_mode'].map((name) =>
    Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {}),
  );
  database.close();
  rmSync(folder, { recursive: true });
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  expect(settings).toEqual([['wal'], [2], ['exclusive']]);
});
