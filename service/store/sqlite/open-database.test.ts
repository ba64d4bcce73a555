import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFileRefused, openDatabase } from './open-database.ts';
import { openSqlite } from './sqlite-storage.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-store-'));
  file = path.join(folder, 'webhooks.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const body = { name: 'One', url: 'https://one.example/' };

async function withOneWebhook(): Promise<void> {
  const { webhooks, close } = openSqlite('A', file);
  await webhooks.create(body);
  await close();
}

function changeFile(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const contents = (): Record<string, string> =>
  Object.fromEntries(
    // SQLite may rebuild the index of the write-ahead log at any time.
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(path.join(folder, name), 'base64')]),
  );

function expectRefused(message: RegExp): void {
  const before = contents();
  expect(() => openDatabase(file, 'A')).toThrow(DataFileRefused);
  expect(() => openDatabase(file, 'A')).toThrow(message);
  expect(contents(), 'left as it was').toEqual(before);
}

test('an empty file becomes a new data file', async () => {
  writeFileSync(file, '');
  await withOneWebhook();
  const { webhooks, close } = openSqlite('A', file);
  expect(await webhooks.read(1)).toContain('"name":"One"');
  await close();
});

test('the file uses a write-ahead log', async () => {
  await withOneWebhook();
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});

describe.runIf(process.platform !== 'win32')('other users of the computer', () => {
  test('read neither a new data file nor an older one with its write-ahead log', async () => {
    const store = openSqlite('A', file);
    await store.webhooks.create(body);
    const copy = path.join(folder, 'older.db');
    for (const ending of ['', '-wal']) {
      cpSync(file + ending, copy + ending);
      chmodSync(copy + ending, 0o644);
    }
    const older = openSqlite('A', copy);
    for (const name of readdirSync(folder)) {
      expect([name, statSync(path.join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    await older.close();
    await store.close();
  });

  test.each(['', '-wal', '-shm', '-journal'])('cannot plant a link or a pipe: %s', (suffix) => {
    const victim = path.join(folder, 'victim');
    symlinkSync(victim, file + suffix);
    expect(() => openDatabase(file, 'A')).toThrow(/is not a file/);
    expect(existsSync(victim)).toBe(false);
    rmSync(file + suffix);
    execFileSync('mkfifo', [file + suffix]);
    expect(() => openDatabase(file, 'A')).toThrow(/is not a file/);
  });
});

describe('a file is refused and left unchanged', () => {
  test('when a newer version wrote it', async () => {
    await withOneWebhook();
    changeFile('PRAGMA user_version = 3');
    expectRefused(/newer version/);
  });

  test('when a newer version was killed and some of its data is only in the write-ahead log', async () => {
    await withOneWebhook();
    const copy = path.join(folder, 'copy.db');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 3; CREATE TABLE later (what TEXT)');
    for (const ending of ['', '-wal']) cpSync(file + ending, copy + ending);
    database.close();
    file = copy;
    expectRefused(/newer version/);
  });

  test('when it is not a database', () => {
    writeFileSync(file, 'name,url\nOne,https://one.example/\n'.repeat(500));
    expectRefused(/damaged, or not a data file/);
  });

  test('when it is the database of another program', () => {
    changeFile('CREATE TABLE person (name TEXT); INSERT INTO person VALUES (1)');
    expectRefused(/damaged, or not a data file/);
  });

  test('when it is truncated', async () => {
    await withOneWebhook();
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    expectRefused(/damaged, or not a data file/);
  });

  test('when a page of it is overwritten', async () => {
    const { webhooks, close } = openSqlite('A', file);
    await webhooks.fill(Array.from({ length: 200 }, () => body));
    await close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, bytes.length - 4096);
    writeFileSync(file, bytes);
    expectRefused(/damaged, or not a data file/);
  });

  test('when it belongs to the other variant', () => {
    openDatabase(file, 'B').close();
    expectRefused(/--variant B/);
  });

  test('when it is a folder', () => {
    file = folder;
    expectRefused(/is not a file/);
  });

  test('when its folder does not exist', () => {
    file = path.join(folder, 'missing', 'webhooks.db');
    expectRefused(/folder exists/);
  });
});
