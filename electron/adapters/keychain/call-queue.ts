import pLimit from 'p-limit';
import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { systemClock } from '../clock/clock.ts';

/** A call took longer than it may. One that has begun goes on: a keychain's call cannot be ended. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
  readonly begun: boolean;
  constructor(begun: boolean) {
    super();
    this.begun = begun;
  }
}

/** Calls under way in this process, in whichever keychain. */
let underWay = 0;
// A thread that still waits for the keychain would keep the process from ending, whatever else has
// been tidied up by now: nothing but the kill signal gets past it.
process.once('exit', () => {
  if (underWay > 0) process.kill(process.pid, 'SIGKILL');
});

export interface CallQueueOptions {
  /** How long a call may be under way before `onSlow` is called, in milliseconds. */
  readonly patience: number;
  readonly onSlow: () => void;
}

/**
 * Runs calls of the keychain one after the other. Each waits on a thread of Node's small pool for as
 * long as the keychain asks a person; a few at once would hold up files and names for everybody.
 */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #calls = pLimit(1);

  constructor(options: CallQueueOptions) {
    this.#options = options;
  }

  /**
   * @param limit in milliseconds, the wait for earlier calls included; `null` for none
   * @throws TookTooLong, and whatever the work throws
   */
  async run<Result>(work: () => Promise<Result>, limit: number | null): Promise<Result> {
    const call = { hasBegun: false, isGivenUp: false };
    const turn = this.#calls(() => {
      // Nobody waits for it any more, and it has not begun: a secret must not be changed late.
      if (call.isGivenUp) throw new TookTooLong(false);
      call.hasBegun = true;
      return this.#watched(work);
    });
    if (limit === null) return turn;
    const result = await withTimeout(systemClock, turn, limit);
    if (result !== timedOut) return result;
    call.isGivenUp = true;
    throw new TookTooLong(call.hasBegun);
  }

  /** Resolves when nothing is under way or queued any more, or after so many milliseconds. */
  async idle(limit: number): Promise<void> {
    const idle = this.#calls(() => null);
    await withTimeout(systemClock, idle, limit);
  }

  async #watched<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(this.#options.onSlow, this.#options.patience);
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      clearTimeout(timer);
    }
  }
}
