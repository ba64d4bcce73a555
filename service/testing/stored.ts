import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import type { StorageLocation } from '../store/open-storage.ts';

export interface Place {
  readonly location: StorageLocation;
  readonly remove: () => Promise<void>;
}

/** URL of the PostgreSQL server of this project of tests; `null` for tests on SQLite. */
export const serverUrl = (): string | null => inject('postgres') ?? null;

/** A new and empty place to store data, in the engine under test. */
export function newPlace(): Promise<Place> {
  const server = serverUrl();
  return server === null ? Promise.resolve(newFile()) : newDatabase(server);
}

function newFile(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-store-'));
  return {
    location: { dataFile: path.join(folder, 'webhooks.db') },
    remove: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}

/** A database of its own on the server. */
export async function newDatabase(server: string): Promise<Place & { readonly url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    location: { database: url.href },
    url: url.href,
    remove: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs a statement in a session of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
