import pg from 'pg';
import type { z } from 'zod';
import { unavailable } from '../../http/refusals.ts';
import { StorageRefused } from '../storage.ts';

/** Connections for requests. A list holds its own while its client reads, so lists have fewer. */
const maxConnections = 10;
const maxLists = 4;
/** Milliseconds to wait for a connection. */
const connectTimeout = 5_000;
/** Milliseconds of one statement. */
const statementTimeout = 30_000;

/** Runs one statement and parses its rows. Throws a Refusal 503 if the database is away. */
export type Query = <Schema extends z.ZodType>(
  row: Schema,
  text: string,
  values?: readonly unknown[],
) => Promise<z.output<Schema>[]>;

/** A connection of a pool, which must be released. */
export interface Lease {
  readonly query: Query;
  /** Sends several statements without values. */
  readonly run: (text: string) => Promise<void>;
  readonly release: (isBroken: boolean) => void;
}

/** A PostgreSQL database, reached over pools of connections. */
export class Database {
  readonly #requests: pg.Pool;
  readonly #lists: pg.Pool;

  /** @param url with the scheme postgres or postgresql */
  constructor(url: string) {
    const poolOf = (max: number): pg.Pool => {
      const pool = new pg.Pool({
        connectionString: url,
        max,
        application_name: 'webhook-service',
        connectionTimeoutMillis: connectTimeout,
        query_timeout: statementTimeout,
        keepAlive: true,
      });
      // Without listeners, a lost connection would end the process. Its next query reports the loss.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => {
        client.on('error', () => undefined);
      });
      return pool;
    };
    this.#requests = poolOf(maxConnections);
    this.#lists = poolOf(maxLists);
  }

  readonly query: Query = async (row, text, values = []) => {
    const lease = await this.#lease(this.#requests);
    try {
      const rows = await lease.query(row, text, values);
      lease.release(false);
      return rows;
    } catch (error) {
      lease.release(isAway(error));
      throw error;
    }
  };

  /** Commits when `work` resolves, rolls back when it rejects. */
  async transaction<T>(work: (query: Query, run: Lease['run']) => Promise<T>): Promise<T> {
    const lease = await this.#lease(this.#requests);
    let isBroken = true;
    try {
      await lease.run('BEGIN');
      try {
        const result = await work(lease.query, lease.run);
        await lease.run('COMMIT');
        isBroken = false;
        return result;
      } catch (error) {
        if (!isAway(error)) {
          await lease.run('ROLLBACK');
          isBroken = false;
        }
        throw error;
      }
    } finally {
      lease.release(isBroken);
    }
  }

  /** A connection for a list. */
  leaseForList(): Promise<Lease> {
    return this.#lease(this.#lists);
  }

  async close(): Promise<void> {
    await Promise.all([this.#requests.end(), this.#lists.end()]);
  }

  async #lease(pool: pg.Pool): Promise<Lease> {
    const client = await explained(pool.connect(), 'Nothing has changed.');
    const send = (text: string, values: readonly unknown[]) =>
      explained(client.query<object>(text, [...values]), unknownChange);
    return {
      query: async (row, text, values = []) =>
        (await send(text, values)).rows.map((result) => row.parse(result)),
      run: async (text) => {
        await explained(client.query(text), unknownChange);
      },
      release: (isBroken) => {
        client.release(isBroken);
      },
    };
  }
}

/** Source of the codes: PostgreSQL documentation, appendix A. */
function explanationOf(code: string): string {
  if (code.startsWith('28')) return 'The database refuses the user or the password.';
  if (code === '3D000') return 'There is no database of this name. Create it first.';
  if (code === '42501') {
    return 'The user of the database may not create or use its schemas. Grant CREATE on the database.';
  }
  return `PostgreSQL refused a statement (${code}).`;
}

const unknownChange = 'Check whether the change was saved before you send it again.';

/** The database cannot be reached, or ended a session. Becomes status 503. */
const awayErrors = new WeakSet<object>();
const isAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && awayErrors.has(error);

/** Waits for the driver; a lost connection becomes a Refusal 503 with this advice. */
async function explained<T>(work: Promise<T>, advice: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !awayCodes.test(error.code ?? '')) {
      // Not the error of the driver: its details have values of rows.
      throw new StorageRefused(explanationOf(error.code ?? ''));
    }
    const away = unavailable(`The database cannot be reached. ${advice}`, 2);
    awayErrors.add(away);
    throw away;
  }
}

/**
 * Connection exceptions, a server that shuts down or starts, a replica that cannot write, and too
 * many connections.
 */
const awayCodes = /^(?:08...|57P0[1-5]|25006|53...)$/;
