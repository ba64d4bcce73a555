import type { SessionState } from '#contract/sessions.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { signOutQuietly } from '../connections/sign-out-quietly.ts';
import type { Clock, SignedIn } from '../ports.ts';
import { settingsChanged } from '../problems.ts';
import type { Session, TokenNeed } from './session.ts';
import {
  lifeOf,
  nextStep,
  signedOut,
  signInBegan,
  signInBroke,
  signInFailed,
  signInGranted,
  type SignInState,
  tokenRefused,
  usualLife,
} from './sign-in-rules.ts';
import { untilAborted } from '../until-aborted.ts';

/** What a session needs of its installation and of this machine. */
interface SignInNeeds {
  readonly clock: Clock;
  readonly signIn: (signal: AbortSignal) => Promise<SignedIn>;
  readonly signOut: (authToken: string, signal?: AbortSignal) => Promise<void>;
  /** The problem while stored secrets must not be used, or `null`. */
  readonly locked: () => ProblemError | null;
  readonly onChange: () => void;
}

/**
 * Signs in with user name and password, again before each token ends and after a 401, by `sign-in-rules.ts`.
 * Concurrent requests share one sign-in. A renewal does not interrupt the current token.
 */
export class SignInSession implements Session {
  readonly #needs: SignInNeeds;
  #state: SignInState = signedOut;
  #ended = false;
  /** The sign-in that runs; `problem` resolves to `null` when it succeeds. */
  #attempt: { readonly problem: Promise<Problem | null>; readonly abort: AbortController } | null =
    null;
  /** Expiry of every token that may be valid: sign-out ends all of them. */
  readonly #expiryOfTokens = new Map<string, number>();

  constructor(needs: SignInNeeds) {
    this.#needs = needs;
  }

  state(): SessionState {
    const { token, underWay, block } = this.#state;
    const isValid = token !== null && this.#now() < token.until;
    if (block !== null && (block.until === null || !isValid)) {
      const retryAt = block.until === null ? null : new Date(block.until);
      return { kind: 'refused', problem: block.problem, retryAt };
    }
    if (underWay && !isValid) return { kind: 'signing-in' };
    if (token === null) return { kind: 'signed-out' };
    const until = token.isUntilKnown ? new Date(token.until) : null;
    return { kind: underWay ? 'renewing' : 'signed-in', until };
  }

  async authToken({ signal }: TokenNeed): Promise<string> {
    for (;;) {
      if (this.#ended) throw settingsChanged();
      const locked = this.#needs.locked();
      if (locked !== null) throw locked;
      const next = nextStep(this.#state, this.#now());
      if (next.kind === 'use') {
        if (next.renew) void this.#begin();
        return next.authToken;
      }
      if (next.kind === 'fail') throw new ProblemError(next.problem);
      const problem = await untilAborted(this.#attempt?.problem ?? this.#begin(), signal);
      if (problem !== null) throw new ProblemError(problem);
    }
  }

  accepted(): void {
    // The token's lifetime is known, so success adds nothing.
  }

  refused(authToken: string, answered: Problem): Problem {
    const problem: Problem = {
      ...answered,
      message: 'The installation rejected the auth token that it issued at sign-in.',
      advice:
        'Try again in a minute. If the error persists, check the log of the installation or its proxy.',
    };
    this.#expiryOfTokens.delete(authToken);
    this.#change(tokenRefused(this.#state, { authToken, problem }, this.#now()));
    return problem;
  }

  async signOut(signal?: AbortSignal): Promise<void> {
    this.#attempt?.abort.abort();
    this.#attempt = null;
    const valid = [...this.#expiryOfTokens].filter(([, until]) => this.#now() < until);
    this.#expiryOfTokens.clear();
    this.#change(signedOut);
    await Promise.all(valid.map(([authToken]) => this.#needs.signOut(authToken, signal)));
  }

  async end(): Promise<void> {
    this.#ended = true;
    await signOutQuietly(this.#needs.clock, (signal) => this.signOut(signal));
  }

  #begin(): Promise<Problem | null> {
    this.#change(signInBegan(this.#state));
    const abort = new AbortController();
    const problem = this.#signIn(abort.signal);
    // Requests that wait get the rejection; a background renewal has no caller.
    problem.catch(() => undefined);
    this.#attempt = { problem, abort };
    return problem;
  }

  /** Returns the problem, or `null` on success. */
  async #signIn(signal: AbortSignal): Promise<Problem | null> {
    try {
      const signedIn = await this.#needs.signIn(signal);
      if (!signal.aborted) return this.#finish(null, () => this.#granted(signedIn));
      // The session was stopped during the sign-in, so the new token ends at once.
      await signOutQuietly(this.#needs.clock, (limit) =>
        this.#needs.signOut(signedIn.authToken, limit),
      );
      return settingsChanged().problem;
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : null;
      if (!signal.aborted) this.#finish(problem, () => this.#failed(problem));
      if (problem === null) throw error;
      return problem;
    }
  }

  #finish(problem: Problem | null, nextState: () => SignInState): Problem | null {
    this.#attempt = null;
    this.#change(nextState());
    return problem;
  }

  #granted(signedIn: SignedIn): SignInState {
    const { authToken } = signedIn;
    const life = lifeOf(signedIn);
    const now = this.#now();
    for (const [token, until] of this.#expiryOfTokens) {
      if (until <= now) this.#expiryOfTokens.delete(token);
    }
    this.#expiryOfTokens.set(authToken, now + (life ?? usualLife));
    return signInGranted(this.#state, { authToken, life }, now);
  }

  #failed(problem: Problem | null): SignInState {
    if (problem === null) return signInBroke(this.#state);
    return signInFailed(this.#state, problem, this.#now());
  }

  #change(next: SignInState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#needs.onChange();
  }

  #now(): number {
    return this.#needs.clock.now().getTime();
  }
}
