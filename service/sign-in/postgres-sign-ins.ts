import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Authentication } from '../http/authentication.ts';
import type { Database } from '../store/postgres/database.ts';
import { Id } from '../store/postgres/postgres-webhooks.ts';
import { type IssuedToken, noToken, type TokenStore, wrongToken } from './issued-tokens.ts';
import {
  type Attempt,
  keyOf,
  maxWait,
  maxWrongTries,
  tooManyAtOnce,
  tooManyWrongTries,
} from './sign-in-queue.ts';
import type { SharedSignIns } from './sign-in.ts';

/** Milliseconds between two looks for the result of a check that another instance makes. */
const lookAgain = 100;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const Issued = z.object({ issued_at: z.date(), expires_at: z.date() });
const Tries = z.object({ wrong: Id, all: Id, wait: z.coerce.number() });
const IdRow = z.object({ id: Id });

/** Auth tokens and wrong passwords in the database, which all instances share. */
export class PostgresSignIns implements SharedSignIns {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The database has only the digests of the auth tokens, which have 256 random bits. */
  tokens(ttl: number): TokenStore {
    const { query } = this.#database;
    const authentication: Authentication = async (sent) => {
      if (sent === undefined || sent === '') throw noToken();
      const sql =
        'SELECT 1 FROM webhook_service.auth_token WHERE digest = $1 AND expires_at > now()';
      if ((await query(z.unknown(), sql, [sha256(sent)])).length === 0) throw wrongToken();
    };
    return {
      authentication,
      async issue(): Promise<IssuedToken> {
        const token = randomBytes(32).toString('base64url');
        await query(
          z.unknown(),
          'DELETE FROM webhook_service.auth_token WHERE expires_at <= now()',
        );
        const [issued] = await query(
          Issued,
          `INSERT INTO webhook_service.auth_token
           VALUES ($1, now() + $2 * interval '1 second') RETURNING now() AS issued_at, expires_at`,
          [sha256(token), ttl],
        );
        if (issued === undefined) throw new Error('The auth token was not stored');
        const { issued_at: issuedAt, expires_at: expiresAt } = issued;
        return { token, issuedAt: issuedAt.getTime(), expiresAt: expiresAt.getTime() };
      },
      async end(sent) {
        await authentication(sent);
        await query(z.unknown(), 'DELETE FROM webhook_service.auth_token WHERE digest = $1', [
          sha256(sent ?? ''),
        ]);
      },
    };
  }

  /**
   * Runs `verify` unless the user has too many wrong tries at the address, over all instances.
   * Running checks count as wrong tries, so that concurrent attempts do not exceed the limit.
   */
  async check(attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
    const key = sha256(keyOf(attempt));
    const id = await this.#begin(key, attempt.signal);
    const { query } = this.#database;
    let isRight: boolean;
    try {
      isRight = await verify();
    } catch (error) {
      await query(z.unknown(), 'DELETE FROM webhook_service.sign_in_try WHERE id = $1', [id]);
      throw error;
    }
    await query(
      z.unknown(),
      isRight
        ? 'DELETE FROM webhook_service.sign_in_try WHERE id = $1 OR (key = $2 AND is_wrong)'
        : 'UPDATE webhook_service.sign_in_try SET is_wrong = true WHERE id = $1 AND key = $2',
      [id, key],
    );
    return isRight;
  }

  async #begin(key: Buffer, signal: AbortSignal): Promise<number> {
    const end = performance.now() + maxWait;
    while (!signal.aborted && performance.now() < end) {
      const id = await this.#tryToBegin(key);
      if (id !== null) return id;
      await wait(lookAgain);
    }
    throw tooManyAtOnce();
  }

  /** Stores the start of a check. Returns `null` while the checks that run may reach the limit. */
  #tryToBegin(key: Buffer): Promise<number | null> {
    return this.#database.transaction(async (query) => {
      await query(z.unknown(), 'SELECT pg_advisory_xact_lock(1, $1)', [key.readInt32BE()]);
      await query(
        z.unknown(),
        "DELETE FROM webhook_service.sign_in_try WHERE at <= now() - interval '1 minute'",
      );
      const [tries] = await query(
        Tries,
        `SELECT count(*) FILTER (WHERE is_wrong) AS wrong, count(*) AS all,
           coalesce(extract(epoch FROM min(at) FILTER (WHERE is_wrong) + interval '1 minute' - now()), 0) AS wait
         FROM webhook_service.sign_in_try WHERE key = $1`,
        [key],
      );
      if (tries === undefined) throw new Error('The tries cannot be counted');
      if (tries.wrong >= maxWrongTries) {
        throw tooManyWrongTries(Math.max(1, Math.ceil(tries.wait)));
      }
      if (tries.all >= maxWrongTries) return null;
      const [begun] = await query(
        IdRow,
        `INSERT INTO webhook_service.sign_in_try (key, is_wrong, at) VALUES ($1, false, now())
         RETURNING id`,
        [key],
      );
      return begun?.id ?? null;
    });
  }
}
