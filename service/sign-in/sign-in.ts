import { type Clock, systemClock } from '../clock.ts';
import type { Authentication } from '../http/authentication.ts';
import { unauthorized, unavailable } from '../http/refusals.ts';
import { verifyPassword } from '../users/password-hash.ts';
import { readUsers, type Users, UsersFileRefused } from '../users/users-file.ts';
import { type IssuedToken, IssuedTokens, type TokenStore } from './issued-tokens.ts';
import { type Attempt, SignInQueue } from './sign-in-queue.ts';

export interface SignInOptions {
  /** Written by `add-user`; read at every sign-in, so that a change applies at once. */
  readonly usersFile: string;
  /** Lifetime of an auth token in seconds. */
  readonly tokenTtl: number;
  readonly clock?: Clock | undefined;
}

/** Signs users in, and checks the auth tokens that they got. */
export interface SignIn {
  readonly authentication: Authentication;
  /**
   * @throws Refusal 401 if name or password is wrong, 429 as in `SignInQueue`, 503 if the users
   * file cannot be read.
   */
  signIn(attempt: Attempt, password: string): Promise<IssuedToken>;
  /** Revokes the token. @throws Refusal 401 if it is missing, unknown or expired. */
  signOut(sent: string | undefined): Promise<void>;
}

/** What the instances of a service share about sign-ins. */
export interface SharedSignIns {
  /** @param ttl lifetime of an auth token in seconds */
  tokens(ttl: number): TokenStore;
  /** Runs `verify`. @throws Refusal 429 after too many wrong tries at any instance. */
  check(attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean>;
}

/**
 * @param onFailure called with the error if a later read of the users file fails
 * @throws UsersFileRefused if the first read of the users file fails
 */
export function createSignIn(
  { usersFile, tokenTtl, clock = systemClock }: SignInOptions,
  onFailure: (error: unknown) => void,
  shared: SharedSignIns | null,
): SignIn {
  readUsers(usersFile);
  const tokens = shared?.tokens(tokenTtl) ?? new IssuedTokens(tokenTtl, clock);
  const queue = new SignInQueue(clock);

  return {
    authentication: tokens.authentication,
    async signIn(attempt, password) {
      const verify = (): Promise<boolean> =>
        verifyPassword(password, currentUsers(usersFile, onFailure).get(attempt.user) ?? null);
      const isRight = await queue.check(
        attempt,
        shared === null ? verify : () => shared.check(attempt, verify),
      );
      if (!isRight) throw unauthorized('The name of the user or the password is wrong.');
      return tokens.issue();
    },
    async signOut(sent) {
      await tokens.end(sent);
    },
  };
}

function currentUsers(file: string, onFailure: (error: unknown) => void): Users {
  try {
    return readUsers(file);
  } catch (error) {
    if (!(error instanceof UsersFileRefused)) throw error;
    onFailure(error);
    throw unavailable('The users cannot be read just now. Try again later.');
  }
}
