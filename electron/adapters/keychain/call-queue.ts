import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { systemClock } from '../clock/clock.ts';

/** A call that has begun continues: a keychain call cannot be cancelled. */
export class CallTimeout extends Error {
  override readonly name = 'TookTooLong';
  readonly begun: boolean;
  constructor(begun: boolean) {
    super();
    this.begun = begun;
  }
}

let underWay = 0;
// A thread that waits for the keychain would keep the process alive.
process.once('exit', (code) => {
  if (underWay > 0) endWithThreads(code);
});

/** Another program in this process ends its threads, and exits with the code. SIGKILL has no code. */
function endWithThreads(code: number): void {
  const shell = '/bin/sh';
  const isPlainNode = !('electron' in process.versions);
  if (isPlainNode && existsSync(shell)) process.execve?.(shell, ['sh', '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
}

/** One call at a time: each blocks a thread of Node's small pool while the keychain asks the user. */
export class CallQueue {
  readonly #timeLimit: number;
  readonly #onSlow: () => void;
  readonly #calls = pLimit(1);

  /** @param timeLimit milliseconds of one call before `onSlow` */
  constructor(timeLimit: number, onSlow: () => void) {
    this.#timeLimit = timeLimit;
    this.#onSlow = onSlow;
  }

  /** @param limit milliseconds, including the wait in the queue; `null` for none. @throws CallTimeout */
  async run<Result>(work: () => Promise<Result>, limit: number | null): Promise<Result> {
    const call = { hasBegun: false, isGivenUp: false };
    const turn = this.#calls(() => {
      // The caller has given up: a secret must not change late.
      if (call.isGivenUp) throw new CallTimeout(false);
      call.hasBegun = true;
      return this.#watched(work);
    });
    if (limit === null) return turn;
    const result = await withTimeout(systemClock, turn, limit);
    if (result !== timedOut) return result;
    call.isGivenUp = true;
    throw new CallTimeout(call.hasBegun);
  }

  /** @param limit milliseconds */
  async idle(limit: number): Promise<void> {
    const idle = this.#calls(() => null);
    await withTimeout(systemClock, idle, limit);
  }

  async #watched<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(this.#onSlow, this.#timeLimit);
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      clearTimeout(timer);
    }
  }
}
