import { type Clock, systemClock } from '../clock.ts';
import type { Authentication } from '../http/authentication.ts';
import { unauthorized, unavailable } from '../http/problem.ts';
import { verifyPassword } from '../users/password.ts';
import { readUsers, type Users, UsersFileRefused } from '../users/users-file.ts';
import { type IssuedToken, Sessions } from './sessions.ts';
import { type Attempt, SignInQueue } from './sign-in-queue.ts';

export interface SignInOptions {
  /** Written by `add-user`; read at every sign-in, so that a change applies at once. */
  readonly usersFile: string;
  /** Lifetime of an auth token in seconds. */
  readonly tokenTtl: number;
  readonly clock?: Clock | undefined;
}

export interface SignIn {
  readonly authentication: Authentication;
  /**
   * @throws Refusal 401 if name or password is wrong, 429 as in `SignInQueue`, 503 if the users
   * file cannot be read.
   */
  signIn(attempt: Attempt, password: string): Promise<IssuedToken>;
  /** Revokes the token. @throws Refusal 401 if it is missing, unknown or expired. */
  signOut(sent: string | undefined): void;
}

/**
 * @param onFailure called with the error if a later read of the users file fails
 * @throws UsersFileRefused if the first read of the users file fails
 */
export function createSignIn(
  { usersFile, tokenTtl, clock = systemClock }: SignInOptions,
  onFailure: (error: unknown) => void,
): SignIn {
  readUsers(usersFile);
  const sessions = new Sessions(tokenTtl, clock);
  const queue = new SignInQueue(clock);

  return {
    authentication: sessions.authentication,
    async signIn(attempt, password) {
      const right = await queue.check(attempt, () =>
        verifyPassword(password, usersNow(usersFile, onFailure).get(attempt.user) ?? null),
      );
      if (!right) throw unauthorized('The name of the user or the password is wrong.');
      return sessions.issue();
    },
    signOut(sent) {
      sessions.end(sent);
    },
  };
}

function usersNow(file: string, onFailure: (error: unknown) => void): Users {
  try {
    return readUsers(file);
  } catch (error) {
    if (!(error instanceof UsersFileRefused)) throw error;
    onFailure(error);
    throw unavailable('The users cannot be read just now. Try again later.');
  }
}
