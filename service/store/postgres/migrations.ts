import { z } from 'zod';
import type { Variant } from '../../webhooks/body-types.ts';
import { StorageRefused } from '../storage.ts';
import type { Database, Query } from './database.ts';

/** The database cannot be used and is unchanged. The message is for the person who named it. */
export class DatabaseRefused extends StorageRefused {
  override readonly name = 'DatabaseRefused';
}

/**
 * Migration N creates version N + 1 of the tables from version N. Never change one; append one.
 *
 * A webhook is stored as the JSON text that a read returns, without its id: `jsonb` would change the
 * order of its members. Identity columns and sequences assign ids, and never the same one twice.
 */
const migrations = [
  `
  CREATE SCHEMA webhook_service;
  CREATE TABLE webhook_service.service (variant text NOT NULL, version integer NOT NULL);
  CREATE TABLE webhook_service.webhook (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    definition text NOT NULL
  );
  CREATE SEQUENCE webhook_service.header_id;
  CREATE TABLE webhook_service.delivery (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    state text NOT NULL,
    pending text,
    record text NOT NULL,
    is_listed boolean NOT NULL DEFAULT true
  );
  CREATE INDEX delivery_unfinished ON webhook_service.delivery (id) WHERE pending IS NOT NULL;
  CREATE INDEX delivery_state ON webhook_service.delivery (state, id);
  CREATE SEQUENCE webhook_service.event_id;
  CREATE TABLE webhook_service.auth_token (
    digest bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX auth_token_expiry ON webhook_service.auth_token (expires_at);
  CREATE TABLE webhook_service.sign_in_try (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key bytea NOT NULL,
    is_wrong boolean NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX sign_in_try_key ON webhook_service.sign_in_try (key, at);
  CREATE INDEX sign_in_try_at ON webhook_service.sign_in_try (at);
`,
];

/** Key of the advisory lock: instances that start at once migrate one after the other. */
const migrationLock = 0x486b5376;

const Found = z.object({ found: z.boolean() });
const Service = z.object({ variant: z.enum(['A', 'B']), version: z.int() });
const Encoding = z.object({ server_encoding: z.string() });

/**
 * Creates or migrates the tables of the service, in one transaction.
 * @throws DatabaseRefused if they are newer, of the other variant, or the encoding is not UTF-8.
 */
export const migrate = (database: Database, variant: Variant): Promise<void> =>
  database.transaction(async (query, run) => {
    await query(z.unknown(), 'SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const service = await serviceIn(query);
    if (service !== null) refuseOther(service, variant);
    const [encoding] = await query(Encoding, 'SHOW server_encoding');
    if (encoding?.server_encoding !== 'UTF8') {
      throw new DatabaseRefused('The database must have the encoding UTF8. Create another one.');
    }
    for (const migration of migrations.slice(service?.version ?? 0)) {
      await run(migration);
    }
    await run(
      service === null
        ? `INSERT INTO webhook_service.service VALUES ('${variant}', ${migrations.length})`
        : `UPDATE webhook_service.service SET version = ${migrations.length}`,
    );
  });

/** Returns `null` for a database without tables of the service. */
export async function serviceIn(query: Query): Promise<z.infer<typeof Service> | null> {
  const table = "SELECT to_regclass('webhook_service.service') IS NOT NULL AS found";
  const [exists] = await query(Found, table);
  if (exists?.found !== true) return null;
  const [service] = await query(Service, 'SELECT variant, version FROM webhook_service.service');
  return service ?? null;
}

function refuseOther({ variant, version }: z.infer<typeof Service>, asked: Variant): void {
  if (version > migrations.length) {
    throw new DatabaseRefused(
      `The database was written by a newer version of this service (its format is ${version}, ` +
        `this version knows up to ${migrations.length}). It was left as it was: use the newer ` +
        'version, or name another database.',
    );
  }
  if (variant !== asked) {
    throw new DatabaseRefused(
      `The database has the webhooks of a service of variant ${variant}. Start it with --variant ` +
        `${variant}, or name another database.`,
    );
  }
}
