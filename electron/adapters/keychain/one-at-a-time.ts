/** A call took longer than it may. It goes on where it runs: a keychain's call cannot be ended. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/**
 * Runs calls of the keychain one after the other. Each waits on a thread of Node's small pool for as
 * long as the keychain asks a person; a few at once would hold up files and names for everybody.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  constructor() {
    // A thread that still waits for the keychain would keep the process from ending, whatever else
    // has been tidied up by now: nothing but the kill signal gets past it.
    process.once('exit', () => {
      if (this.#underWay > 0) process.kill(process.pid, 'SIGKILL');
    });
  }

  /**
   * @param limit in milliseconds, the wait for earlier calls included
   * @throws TookTooLong, and whatever the work throws
   */
  async run<Result>(work: () => Promise<Result>, limit: number): Promise<Result> {
    let isGivenUp = false;
    const turn = this.#last.then(async () => {
      // Nobody waits for it any more, and it has not begun: a secret must not be changed late.
      if (isGivenUp) throw new TookTooLong();
      this.#underWay += 1;
      try {
        return await work();
      } finally {
        this.#underWay -= 1;
      }
    });
    this.#last = turn.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isGivenUp = true;
        reject(new TookTooLong());
      }, limit);
    });
    try {
      return await Promise.race([turn, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
