import type { SessionState } from '#contract/sessions.ts';
import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import type { Clock } from '../ports.ts';
import { settingsChanged } from '../problems.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';
import type { Session, TokenNeed } from './session.ts';
import { untilAborted } from '../until-aborted.ts';

interface EnteredTokenNeeds {
  readonly clock: Clock;
  readonly readToken: () => Promise<string>;
  readonly onChange: () => void;
}

const waitLimitMilliseconds = 5 * 60_000;

/**
 * The auth token that a person entered. A new one is needed after a 401. When the token was accepted before,
 * reads wait for it up to 5 minutes. Writes fail: their checks would be stale after the wait.
 */
export class EnteredToken implements Session {
  readonly #needs: EnteredTokenNeeds;
  #current: string | null = null;
  #wasAccepted = false;
  #rejection: { readonly kind: 'expired' | 'refused'; readonly problem: Problem } | null = null;
  /** Number of reads that wait for a new token. */
  #waiting = 0;
  #ended = false;
  #tokenChange = Promise.withResolvers<null>();

  constructor(needs: EnteredTokenNeeds) {
    this.#needs = needs;
  }

  state(): SessionState {
    if (this.#rejection?.kind === 'expired') {
      return { ...this.#rejection, kind: 'expired', waiting: this.#waiting };
    }
    if (this.#rejection !== null) return { ...this.#rejection, kind: 'refused', retryAt: null };
    return { kind: 'token' };
  }

  async authToken({ signal, waitForSignIn }: TokenNeed): Promise<string> {
    for (;;) {
      if (this.#ended) throw settingsChanged();
      if (this.#rejection === null) {
        const authToken = await this.#needs.readToken();
        if (authToken !== this.#current) this.#wasAccepted = false;
        this.#current = authToken;
        return authToken;
      }
      if (!waitForSignIn || this.#rejection.kind === 'refused') {
        throw new ProblemError(this.#rejection.problem);
      }
      await this.#waitForTokenChange(signal);
    }
  }

  accepted(authToken: string): void {
    if (authToken === this.#current) this.#wasAccepted = true;
  }

  refused(authToken: string, answered: Problem): Problem {
    if (authToken !== this.#current || this.#rejection !== null) return answered;
    const kind = this.#wasAccepted ? 'expired' : 'refused';
    const problem = kind === 'expired' ? { ...answered, ...rejected } : answered;
    this.#rejection = { kind, problem };
    this.#needs.onChange();
    return problem;
  }

  /** Called after a new token was stored; waiting reads continue. */
  tokenStored(): void {
    this.#current = null;
    this.#wasAccepted = false;
    this.#rejection = null;
    this.#wake();
    this.#needs.onChange();
  }

  /** No sign-out: another program may use this token. */
  end(): Promise<void> {
    this.#ended = true;
    this.#wake();
    return Promise.resolve();
  }

  async #waitForTokenChange(signal: AbortSignal | undefined): Promise<void> {
    this.#count(1);
    try {
      const change = untilAborted(this.#tokenChange.promise, signal);
      const result = await withTimeout(this.#needs.clock, change, waitLimitMilliseconds);
      if (result === timedOut) throw waitedTooLong();
    } finally {
      this.#count(-1);
    }
  }

  #count(change: 1 | -1): void {
    this.#waiting += change;
    this.#needs.onChange();
  }

  #wake(): void {
    this.#tokenChange.resolve(null);
    this.#tokenChange = Promise.withResolvers();
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
