import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Refusal, tooManyRequests } from '../http/refusals.ts';
import { WrongTries } from './wrong-tries.ts';

/** Concurrent password checks; each takes 32 MiB and a thread for some tenths of a second. */
const maxAtOnce = 4;
/** Maximum number of sign-ins that wait for their check. */
const maxWaiting = 32;
/** Maximum wait of a sign-in in milliseconds. */
export const maxWait = 10_000;
/** Maximum wrong tries per minute of one user at one address. */
export const maxWrongTries = 5;
/** `Retry-After` in seconds when too many clients sign in. */
const retryAfter = 5;

/** One sign-in attempt. */
export interface Attempt {
  readonly user: string;
  /** Address of the client; see `clientAddress`. */
  readonly address: string;
  /** Aborted when the client closes its connection. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly start: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

/**
 * Limits and orders password checks. Wrong tries block a user at one address only, so that other
 * clients cannot lock the user out. Addresses with fewer wrong tries come first, then those with
 * fewer running checks, then the older attempt.
 */
export class SignInQueue {
  readonly #userTries: WrongTries;
  readonly #addressTries: WrongTries;
  readonly #checking = new Set<Attempt>();
  /** In order of arrival. */
  #waiting: readonly Waiting[] = [];

  constructor(clock: Clock) {
    this.#userTries = new WrongTries(clock);
    this.#addressTries = new WrongTries(clock);
  }

  /**
   * Runs `verify` in the turn of the attempt and returns whether the password is correct.
   *
   * @throws Refusal 429 after too many wrong tries, if too many attempts wait, after 10 seconds, or
   * when the client disconnects.
   */
  async check(given: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
    // Keys of wrong tries stay in memory, and a name may be as long as a body.
    const attempt = { ...given, user: createHash('sha256').update(given.user).digest('base64url') };
    await this.#turn(attempt);
    try {
      const isRight = await verify();
      if (isRight) this.#userTries.clear(keyOf(attempt));
      else {
        this.#userTries.add(keyOf(attempt));
        this.#addressTries.add(attempt.address);
      }
      return isRight;
    } finally {
      this.#checking.delete(attempt);
      this.#advance();
    }
  }

  /** Resolves when the check of the attempt may start. */
  #turn(attempt: Attempt): Promise<void> {
    if (attempt.signal.aborted) return Promise.reject(tooManyAtOnce());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        attempt.signal.removeEventListener('abort', giveUp);
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
      };
      const waiting: Waiting = {
        attempt,
        start: () => {
          leave();
          this.#checking.add(attempt);
          resolve();
        },
        refuse: (refusal) => {
          leave();
          reject(refusal);
        },
      };
      const giveUp = (): void => {
        waiting.refuse(tooManyAtOnce());
      };
      const timer = setTimeout(giveUp, maxWait);
      attempt.signal.addEventListener('abort', giveUp);
      this.#waiting = [...this.#waiting, waiting];
      this.#advance();
      if (this.#waiting.length > maxWaiting) this.#heaviest()?.refuse(tooManyAtOnce());
    });
  }

  /** Refuses attempts beyond the limit of wrong tries and starts the next checks. */
  #advance(): void {
    for (const { attempt, refuse } of this.#waiting) {
      if (this.#userTries.count(keyOf(attempt)) >= maxWrongTries) {
        refuse(tooManyWrongTries(this.#userTries.secondsToWait(keyOf(attempt))));
      }
    }
    while (this.#checking.size < maxAtOnce) {
      const [next] = this.#waiting
        .filter(({ attempt }) => this.#mayStart(attempt))
        .toSorted((a, b) => this.#compareTurns(a.attempt, b.attempt));
      if (next === undefined) return;
      next.start();
    }
  }

  /** Running checks count as wrong tries, so that concurrent attempts do not exceed the limit. */
  #mayStart(attempt: Attempt): boolean {
    const key = keyOf(attempt);
    const underWay = [...this.#checking].filter((other) => keyOf(other) === key).length;
    return this.#userTries.count(key) + underWay < maxWrongTries;
  }

  #compareTurns(a: Attempt, b: Attempt): number {
    return (
      this.#addressTries.count(a.address) - this.#addressTries.count(b.address) ||
      this.#checksOf(a.address) - this.#checksOf(b.address)
    );
  }

  #checksOf(address: string): number {
    return [...this.#checking].filter((other) => other.address === address).length;
  }

  /** The newest attempt of the address with the most wrong tries, then most waiting attempts. */
  #heaviest(): Waiting | undefined {
    const waitingAt = (address: string): number =>
      this.#waiting.filter(({ attempt }) => attempt.address === address).length;
    return this.#waiting
      .toSorted(
        ({ attempt: a }, { attempt: b }) =>
          this.#addressTries.count(a.address) - this.#addressTries.count(b.address) ||
          waitingAt(a.address) - waitingAt(b.address),
      )
      .at(-1);
  }
}

/** Counts unknown users too, so that a refusal does not reveal which users exist. */
export const keyOf = ({ user, address }: Attempt): string => JSON.stringify([address, user]);

export const tooManyWrongTries = (seconds: number): Refusal =>
  tooManyRequests(
    'Too many wrong passwords for this user from this address. Try again later.',
    seconds,
  );

export const tooManyAtOnce = (): Refusal =>
  tooManyRequests('Too many people sign in at once. Try again in a few seconds.', retryAfter);
