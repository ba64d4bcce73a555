import type { KeychainLibrary } from '../keychain-library.ts';

type Manner = 'open' | 'locked' | 'silent' | 'absent';

/** A keychain's library that behaves like the real ones, and as badly as it is told to. */
export class TestKeychain implements KeychainLibrary {
  readonly held = new Map<string, string>();
  /** `silent` answers once `answer` is called; `absent` answers nothing but errors. */
  manner: Manner = 'open';
  /** What was called, in order, with the name of the secret. */
  readonly calls: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  /** Runs before each call takes effect; one that throws makes it fail. */
  before: (call: string) => void = () => undefined;
  #answered = Promise.withResolvers<null>();

  /** Lets the calls that were not answered go on: the person has unlocked it at last, or dismissed it. */
  answer(manner: Manner = 'open'): void {
    this.manner = manner;
    this.#answered.resolve(null);
    this.#answered = Promise.withResolvers<null>();
  }

  /** Names of the secrets that are held, for whichever data folder. */
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

/** The name of a secret, without the name of the data folder before it. */
const nameIn = (account: string): string => account.replace(/^[^/]*\//, '');
