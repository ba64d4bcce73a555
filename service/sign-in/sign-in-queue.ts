import type { Clock } from '../clock.ts';
import { type Refusal, tooManyRequests } from '../http/problem.ts';
import { WrongTries } from './wrong-tries.ts';

/** Passwords that are checked at once; each takes 32 MiB and a thread for some tenths of a second. */
const mostAtOnce = 4;
/** Sign-ins that wait for their check. */
const mostWaiting = 32;
/** How long a sign-in waits, in milliseconds. */
const longestWait = 10_000;
/** Wrong tries a minute of one user at one address. */
const mostWrongTries = 5;
/** In seconds, for a client that is refused because too many sign in. */
const retryAfter = 5;

/** Somebody who signs in. */
export interface Attempt {
  readonly user: string;
  /** The client, see `clientAddress`. */
  readonly address: string;
  /** Aborted when the client ends its connection. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly start: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

/**
 * Decides who may have a password checked, and when. Wrong tries close one user at one address, so
 * others cannot keep a user out. Waiting is fair by address: addresses with fewer wrong tries come
 * first, then those with fewer checks under way, then the older attempt.
 */
export class SignInQueue {
  readonly #userTries: WrongTries;
  readonly #addressTries: WrongTries;
  readonly #checking = new Set<Attempt>();
  /** In the order of arrival. */
  #waiting: readonly Waiting[] = [];

  constructor(clock: Clock) {
    this.#userTries = new WrongTries(clock);
    this.#addressTries = new WrongTries(clock);
  }

  /**
   * Runs `verify` when it is the turn of the attempt, and returns whether the password was right.
   *
   * @throws Refusal 429 after too many wrong tries, or if too many wait, or after 10 seconds.
   */
  async check(attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
    await this.#turn(attempt);
    try {
      const right = await verify();
      if (right) this.#userTries.clear(keyOf(attempt));
      else {
        this.#userTries.add(keyOf(attempt));
        this.#addressTries.add(attempt.address);
      }
      return right;
    } finally {
      this.#checking.delete(attempt);
      this.#advance();
    }
  }

  /** Resolves when the attempt counts as being checked. */
  #turn(attempt: Attempt): Promise<void> {
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
      const timer = setTimeout(giveUp, longestWait);
      attempt.signal.addEventListener('abort', giveUp);
      this.#waiting = [...this.#waiting, waiting];
      this.#advance();
      if (this.#waiting.length > mostWaiting) this.#heaviest()?.refuse(tooManyAtOnce());
    });
  }

  /** Refuses the attempts that have become one too many, and starts those whose turn it is. */
  #advance(): void {
    for (const { attempt, refuse } of this.#waiting) {
      if (this.#userTries.count(keyOf(attempt)) >= mostWrongTries) {
        refuse(tooManyWrongTries(this.#userTries.secondsToWait(keyOf(attempt))));
      }
    }
    while (this.#checking.size < mostAtOnce) {
      const [next] = this.#waiting
        .filter(({ attempt }) => this.#mayStart(attempt))
        .toSorted((a, b) => this.#compareTurns(a.attempt, b.attempt));
      if (next === undefined) return;
      next.start();
    }
  }

  /** Checks under way count as wrong until they end, so that many at once are as many. */
  #mayStart(attempt: Attempt): boolean {
    const key = keyOf(attempt);
    const underWay = [...this.#checking].filter((other) => keyOf(other) === key).length;
    return this.#userTries.count(key) + underWay < mostWrongTries;
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

  /** The newest attempt of the address with the most wrong tries, and of those the most waiting. */
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

/** Also for users that do not exist, so that a refusal does not tell. */
const keyOf = ({ user, address }: Attempt): string => JSON.stringify([address, user]);

const tooManyWrongTries = (seconds: number): Refusal =>
  tooManyRequests(
    'Too many wrong passwords for this user from this address. Try again later.',
    seconds,
  );

const tooManyAtOnce = (): Refusal =>
  tooManyRequests('Too many people sign in at once. Try again in a few seconds.', retryAfter);
