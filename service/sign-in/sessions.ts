import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Authentication } from '../http/authentication.ts';
import { unauthorized } from '../http/problem.ts';

/** How long an auth token lives until told otherwise, in seconds: 20 minutes, as PEM documents it. */
export const defaultTokenTtl = 20 * 60;

/** More tokens at a time than these: the oldest one ends. */
const mostTokens = 10_000;

/** An auth token that was just given out. Times are in milliseconds since 1970. */
export interface IssuedToken {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * The auth tokens that were given out and have not ended. Kept in memory, and there only as digests
 * under a key of this process: neither memory nor the time of a look-up tells a token.
 */
export class Sessions {
  readonly #key = randomBytes(32);
  /** When each ends, by digest; in the order in which they were given out. */
  readonly #ends = new Map<string, number>();
  readonly #ttl: number;
  readonly #clock: Clock;

  /** @param ttl in seconds */
  constructor(ttl: number, clock: Clock) {
    this.#ttl = ttl * 1000;
    this.#clock = clock;
  }

  issue(): IssuedToken {
    const issuedAt = this.#clock.now();
    this.#forget(issuedAt);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = issuedAt + this.#ttl;
    this.#ends.set(this.#digest(token), expiresAt);
    return { token, issuedAt, expiresAt };
  }

  readonly authentication: Authentication = (sent) => {
    this.#find(sent);
  };

  /** @throws Refusal with status 401 if it is none that could be ended. */
  end(sent: string | undefined): void {
    this.#ends.delete(this.#find(sent));
  }

  #find(sent: string | undefined): string {
    if (sent === undefined || sent === '') {
      throw unauthorized('Sign in, and send the auth token in the header X-Auth-Token.');
    }
    const digest = this.#digest(sent);
    const end = this.#ends.get(digest);
    if (end === undefined || end <= this.#clock.now()) {
      this.#ends.delete(digest);
      throw unauthorized('The auth token is wrong, or has ended. Sign in again.');
    }
    return digest;
  }

  #forget(now: number): void {
    for (const [digest, end] of this.#ends) {
      if (end > now && this.#ends.size < mostTokens) break;
      this.#ends.delete(digest);
    }
  }

  #digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64');
  }
}
