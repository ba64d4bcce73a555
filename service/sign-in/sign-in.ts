import { type Clock, systemClock } from '../clock.ts';
import type { Authentication } from '../http/authentication.ts';
import { tooManyRequests, unauthorized, unavailable } from '../http/problem.ts';
import { verifyPassword } from '../users/password.ts';
import { readUsers, type Users, UsersFileRefused } from '../users/users-file.ts';
import { type IssuedToken, Sessions } from './sessions.ts';
import { WrongTries } from './wrong-tries.ts';

export interface SignInOptions {
  /** Made by `add-user`; read at every sign-in, so that a change counts at once. */
  readonly usersFile: string;
  /** How long an auth token lives, in seconds. */
  readonly tokenTtl: number;
  readonly clock?: Clock | undefined;
}

/** Users who sign in with name and password, and get an auth token for a while. */
export interface SignIn {
  readonly authentication: Authentication;
  /**
   * @throws Refusal 401 if name or password is wrong, 429 after too many wrong tries, 503 if the
   * users cannot be read just now.
   */
  signIn(name: string, password: string): Promise<IssuedToken>;
  /** Ends the token. @throws Refusal 401 if there is none such. */
  signOut(sent: string | undefined): void;
}

/** Passwords that are checked at once; each takes some 32 MiB. */
const mostAtOnce = 4;

/**
 * @param onFailure told why the users cannot be read
 * @throws UsersFileRefused if they cannot be read at the beginning
 */
export function createSignIn(
  { usersFile, tokenTtl, clock = systemClock }: SignInOptions,
  onFailure: (error: unknown) => void,
): SignIn {
  readUsers(usersFile);
  const sessions = new Sessions(tokenTtl, clock);
  const wrongTries = new WrongTries(clock);
  let underWay = 0;

  return {
    authentication: sessions.authentication,
    async signIn(name, password) {
      const users = usersNow(usersFile, onFailure);
      if (underWay >= mostAtOnce) {
        throw tooManyRequests('Too many people sign in at once. Try again.', 1);
      }
      const wait = wrongTries.begin(name);
      if (wait !== null) {
        throw tooManyRequests('Too many wrong tries with this name. Try again later.', wait);
      }
      underWay += 1;
      try {
        if (!(await verifyPassword(password, users.get(name) ?? null))) {
          throw unauthorized('The name of the user or the password is wrong.');
        }
      } finally {
        underWay -= 1;
      }
      wrongTries.clear(name);
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
