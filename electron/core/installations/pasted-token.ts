import type { SessionState } from '#contract/sessions.ts';
import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import type { Clock } from '../ports.ts';
import { settingsChanged } from '../problems.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';
import type { Session, TokenNeed } from './retry-once-after-401.ts';
import { untilAborted } from './until-aborted.ts';

export interface PastedTokenWay {
  readonly clock: Clock;
  readonly kept: () => Promise<string>;
  readonly onChange: () => void;
}

const waitLimitMilliseconds = 5 * 60_000;

/** Reads wait when a good token expires. Writes fail: their checks would be stale after the wait. */
export class PastedToken implements Session {
  readonly #way: PastedTokenWay;
  #current: string | null = null;
  #wasGood = false;
  #out: { readonly kind: 'expired' | 'refused'; readonly problem: Problem } | null = null;
  #waiting = 0;
  #ended = false;
  #news = Promise.withResolvers<null>();

  constructor(way: PastedTokenWay) {
    this.#way = way;
  }

  state(): SessionState {
    if (this.#out?.kind === 'expired')
      return { ...this.#out, kind: 'expired', waiting: this.#waiting };
    if (this.#out !== null) return { ...this.#out, kind: 'refused', retryAt: null };
    return { kind: 'token' };
  }

  async authToken({ signal, waitForSignIn }: TokenNeed): Promise<string> {
    for (;;) {
      if (this.#ended) throw settingsChanged();
      if (this.#out === null) {
        const kept = await this.#way.kept();
        if (kept !== this.#current) this.#wasGood = false;
        this.#current = kept;
        return kept;
      }
      if (!waitForSignIn || this.#out.kind === 'refused') throw new ProblemError(this.#out.problem);
      await this.#waitForNews(signal);
    }
  }

  accepted(authToken: string): void {
    if (authToken === this.#current) this.#wasGood = true;
  }

  refused(authToken: string, answered: Problem): Problem {
    if (authToken !== this.#current || this.#out !== null) return answered;
    const kind = this.#wasGood ? 'expired' : 'refused';
    const problem = kind === 'expired' ? { ...answered, ...rejected } : answered;
    this.#out = { kind, problem };
    this.#way.onChange();
    return problem;
  }

  /** Called after a new token was stored; waiting reads continue. */
  given(): void {
    this.#current = null;
    this.#wasGood = false;
    this.#out = null;
    this.#wake();
    this.#way.onChange();
  }

  /** No sign-out: another program may use this token. */
  end(): Promise<void> {
    this.#ended = true;
    this.#wake();
    return Promise.resolve();
  }

  async #waitForNews(signal: AbortSignal | undefined): Promise<void> {
    this.#count(1);
    try {
      const news = untilAborted(this.#news.promise, signal);
      const found = await withTimeout(this.#way.clock, news, waitLimitMilliseconds);
      if (found === timedOut) throw waitedTooLong();
    } finally {
      this.#count(-1);
    }
  }

  #count(change: 1 | -1): void {
    this.#waiting += change;
    this.#way.onChange();
  }

  #wake(): void {
    this.#news.resolve(null);
    this.#news = Promise.withResolvers();
  }
}

const rejected = {
  message: 'The installation rejected the auth token. The request was not carried out.',
  advice: 'Enter a new auth token, then repeat the failed action.',
};

const waitedTooLong = (): ProblemError =>
  plainError(
    'unauthorized',
    'The installation rejected the auth token, and no new auth token was entered for 5 minutes.',
    'Enter a new auth token, then try again. Nothing was changed.',
  );
