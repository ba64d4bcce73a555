import type { SignInOptions } from '../service/sign-in/sign-in.ts';
import type { ReceivedRequest } from '../service/http/recorder.ts';
import { tokenPath } from '../service/openapi/signing-in.ts';
import type { RunningService } from '../service/start.ts';
import { quickHash, usersFile } from '../service/testing/users.ts';
import { setUser } from '../service/users/users-file.ts';

/** The user of a service with sign-in. */
export const username = 'ops';

/** The authentication of a real service: one user, and the issued auth tokens. */
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

  /** Records the auth token of a request. */
  saw({ headers }: ReceivedRequest): void {
    const token = headers['x-auth-token'];
    if (typeof token === 'string') this.#tokens.add(token);
  }

  async setPassword(password: string): Promise<void> {
    this.password = password;
    setUser(this.signIn.usersFile, username, await quickHash(password));
  }

  /** A new auth token from a sign-in without Hookdesk. */
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

  /** Expires these auth tokens, or all that requests have used. */
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
