import type { SignInOptions } from '../service/sign-in/sign-in.ts';
import type { ReceivedRequest } from '../service/http/recorder.ts';
import { tokenPath } from '../service/openapi/token-path.ts';
import type { RunningService } from '../service/start.ts';
import { quickHash, usersFile } from '../service/testing/users.ts';
import { setUser } from '../service/users/users-file.ts';

/** The user of a service that asks who is there. */
export const username = 'ops';

/** What lets requests in at a real service: one user, and the auth tokens that it gives out. */
export class ServiceAccess {
  readonly signIn: SignInOptions;
  readonly #remove: () => void;
  readonly #tokens = new Set<string>();
  password = 'canary-right';

  private constructor(file: string, remove: () => void) {
    this.signIn = { usersFile: file, tokenTtl: 1_200 };
    this.#remove = remove;
  }

  static async open(): Promise<ServiceAccess> {
    const { file, remove } = await usersFile({});
    const access = new ServiceAccess(file, remove);
    await access.setPassword(access.password);
    return access;
  }

  /** Notes the auth token of a request. */
  saw({ headers }: ReceivedRequest): void {
    const token = headers['x-auth-token'];
    if (typeof token === 'string') this.#tokens.add(token);
  }

  async setPassword(password: string): Promise<void> {
    this.password = password;
    setUser(this.signIn.usersFile, username, await quickHash(password));
  }

  /** A new auth token, as somebody gets it who signs in past Hookdesk. */
  async newToken(service: RunningService): Promise<string> {
    const { password } = this;
    const answer = await fetch(tokenUrl(service), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const token = answer.headers.get('X-Subject-Token');
    if (token === null) throw new Error(`${answer.status} ${await answer.text()}`);
    return token;
  }

  /** Ends auth tokens, as their time would: these, or all that requests had so far. */
  async endTokens(service: RunningService, tokens: Iterable<string> = this.#tokens): Promise<void> {
    for (const token of [...tokens]) {
      const headers = { 'X-Auth-Token': token };
      await fetch(tokenUrl(service), { method: 'DELETE', headers });
      this.#tokens.delete(token);
    }
  }

  close(): void {
    this.#remove();
  }
}

const tokenUrl = ({ url, root }: RunningService): string => `${url}${tokenPath(root)}`;
