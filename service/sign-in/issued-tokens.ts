import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Authentication } from '../http/authentication.ts';
import { unauthorized } from '../http/refusals.ts';

/** Default lifetime of an auth token in seconds: 20 minutes, as PEM documents it. */
export const defaultTokenTtl = 20 * 60;

/** Maximum number of valid tokens; a further one revokes the oldest. */
const maxTokens = 10_000;

/** A newly issued auth token. Times are in milliseconds since 1970. */
export interface IssuedToken {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** The valid auth tokens of users. */
export interface TokenStore {
  readonly authentication: Authentication;
  issue(): IssuedToken | Promise<IssuedToken>;
  /** Revokes an auth token. @throws Refusal 401 if it is missing, unknown or expired. */
  end(sent: string | undefined): void | Promise<void>;
}

export const noToken = () =>
  unauthorized('Sign in, and send the auth token in the header X-Auth-Token.');
export const wrongToken = () =>
  unauthorized('The auth token is wrong, or has ended. Sign in again.');

/**
 * The auth tokens of one process. Memory holds only their digests under a random key of this process, so
 * neither memory nor the time of a lookup reveals a token.
 */
export class IssuedTokens implements TokenStore {
  readonly #key = randomBytes(32);
  /** Expiry times by digest, in order of issue. */
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
    this.#removeOld(issuedAt);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = issuedAt + this.#ttl;
    this.#ends.set(this.#digest(token), expiresAt);
    return { token, issuedAt, expiresAt };
  }

  readonly authentication: Authentication = (sent) => {
    this.#find(sent);
  };

  end(sent: string | undefined): void {
    this.#ends.delete(this.#find(sent));
  }

  #find(sent: string | undefined): string {
    if (sent === undefined || sent === '') {
      throw noToken();
    }
    const digest = this.#digest(sent);
    const end = this.#ends.get(digest);
    if (end === undefined || end <= this.#clock.now()) {
      this.#ends.delete(digest);
      throw wrongToken();
    }
    return digest;
  }

  /** Removes expired tokens, and the oldest above the maximum. */
  #removeOld(now: number): void {
    for (const [digest, end] of this.#ends) {
      if (end > now && this.#ends.size < maxTokens) break;
      this.#ends.delete(digest);
    }
  }

  #digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64');
  }
}
