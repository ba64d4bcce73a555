import type { KeychainLibrary } from '../system-keychain.ts';

type Manner = 'open' | 'locked' | 'silent' | 'absent';

/** A fake of the keychain library that can also fail like the real ones. */
export class TestKeychain implements KeychainLibrary {
  readonly held = new Map<string, string>();
  /** `silent` waits until `answer` is called; `absent` returns only errors. */
  manner: Manner = 'open';
  /** The calls in order, with the name of the secret. */
  readonly calls: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  /** Runs before each call takes effect. If it throws, the call fails. */
  before: (call: string) => void = () => undefined;
  #answered = Promise.withResolvers<null>();

  /**
   * Continues the pending calls, as after a person unlocks the keychain or dismisses its prompt.
   */
  answer(manner: Manner = 'open'): void {
    this.manner = manner;
    this.#answered.resolve(null);
    this.#answered = Promise.withResolvers<null>();
  }

  /** Names of the stored secrets, for any data folder. */
  get names(): string[] {
    return [...this.held.keys()].map(nameIn).sort();
  }

  getPassword(service: string, account: string): Promise<string | null> {
    return this.#call(
      `get ${nameIn(account)}`,
      () => this.held.get(`${service}|${account}`) ?? null,
      () => null,
    );
  }
  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.#call(
      `set ${nameIn(account)}`,
      () => void this.held.set(`${service}|${account}`, password),
      () => {
        throw new Error('Cannot create an item in a locked collection');
      },
    );
  }
  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#call(
      `delete ${nameIn(account)}`,
      () => this.held.delete(`${service}|${account}`),
      () => false,
    );
  }

  async #call<Result>(call: string, open: () => Result, locked: () => Result): Promise<Result> {
    this.calls.push(call);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.manner === 'silent') await this.#answered.promise;
      this.before(call);
      if (this.manner === 'absent') throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
      return this.manner === 'open' ? open() : locked();
    } finally {
      this.underWay -= 1;
    }
  }
}

/** Returns the name of a secret without the data folder's prefix. */
const nameIn = (account: string): string => account.replace(/^[^/]*\//, '');
