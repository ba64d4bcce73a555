import type { SessionState } from '#contract/sessions.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { Clock, SignedIn } from '../ports.ts';
import { settingsChanged } from '../problems.ts';
import type { Session, TokenNeed } from './retry-once-after-401.ts';
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
} from './sign-in-state.ts';
import { signOutQuietly } from '../connections/sign-out-quietly.ts';
import { untilAborted } from './until-aborted.ts';

export interface SignInWay {
  readonly clock: Clock;
  readonly signIn: (signal: AbortSignal) => Promise<SignedIn>;
  readonly signOut: (authToken: string, signal?: AbortSignal) => Promise<void>;
  /** The problem while stored secrets must not be used, or `null`. */
  readonly locked: () => ProblemError | null;
  readonly onChange: () => void;
}

/** Concurrent requests share one sign-in. A renewal does not interrupt the current token. */
export class SignInSession implements Session {
  readonly #way: SignInWay;
  #state: SignInState = signedOut;
  #ended = false;
  #attempt: { readonly problem: Promise<Problem | null>; readonly stop: AbortController } | null =
    null;
  /** Expiry of every token that may be valid: sign-out ends all of them. */
  readonly #living = new Map<string, number>();

  constructor(way: SignInWay) {
    this.#way = way;
  }

  state(): SessionState {
    const { held, underWay, stop } = this.#state;
    const alive = held !== null && this.#now() < held.until;
    if (stop !== null && (stop.until === null || !alive)) {
      const retryAt = stop.until === null ? null : new Date(stop.until);
      return { kind: 'refused', problem: stop.problem, retryAt };
    }
    if (underWay && !alive) return { kind: 'signing-in' };
    if (held === null) return { kind: 'signed-out' };
    const until = held.isUntilKnown ? new Date(held.until) : null;
    return { kind: underWay ? 'renewing' : 'signed-in', until };
  }

  async authToken({ signal }: TokenNeed): Promise<string> {
    for (;;) {
      if (this.#ended) throw settingsChanged();
      const locked = this.#way.locked();
      if (locked !== null) throw locked;
      const next = nextStep(this.#state, this.#now());
      if (next.kind === 'use') {
        if (next.renew) void this.#begin();
        return next.authToken;
      }
      if (next.kind === 'fail') throw new ProblemError(next.problem);
      const failed = await untilAborted(this.#attempt?.problem ?? this.#begin(), signal);
      if (failed !== null) throw new ProblemError(failed);
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
    this.#living.delete(authToken);
    this.#change(tokenRefused(this.#state, { authToken, problem }, this.#now()));
    return problem;
  }

  async signOut(signal?: AbortSignal): Promise<void> {
    this.#attempt?.stop.abort();
    this.#attempt = null;
    const living = [...this.#living].filter(([, until]) => this.#now() < until);
    this.#living.clear();
    this.#change(signedOut);
    await Promise.all(living.map(([authToken]) => this.#way.signOut(authToken, signal)));
  }

  async end(): Promise<void> {
    this.#ended = true;
    await signOutQuietly(this.#way.clock, (signal) => this.signOut(signal));
  }

  #begin(): Promise<Problem | null> {
    this.#change(signInBegan(this.#state));
    const stop = new AbortController();
    const problem = this.#signIn(stop.signal);
    // Requests that wait get the rejection; a background renewal has no caller.
    problem.catch(() => undefined);
    this.#attempt = { problem, stop };
    return problem;
  }

  /** Returns the problem, or `null` on success. */
  async #signIn(stop: AbortSignal): Promise<Problem | null> {
    try {
      const given = await this.#way.signIn(stop);
      if (!stop.aborted) return this.#finish(null, () => this.#granted(given));
      // The session was stopped during the sign-in, so the new token ends at once.
      await signOutQuietly(this.#way.clock, (late) => this.#way.signOut(given.authToken, late));
      return settingsChanged().problem;
    } catch (error) {
      const foreseen = error instanceof ProblemError ? error.problem : null;
      if (!stop.aborted) this.#finish(foreseen, () => this.#failed(foreseen));
      if (foreseen === null) throw error;
      return foreseen;
    }
  }

  #finish(problem: Problem | null, next: () => SignInState): Problem | null {
    this.#attempt = null;
    this.#change(next());
    return problem;
  }

  #granted(given: SignedIn): SignInState {
    const { authToken } = given;
    const life = lifeOf(given);
    const now = this.#now();
    for (const [each, until] of this.#living) if (until <= now) this.#living.delete(each);
    this.#living.set(authToken, now + (life ?? usualLife));
    return signInGranted(this.#state, { authToken, life }, now);
  }

  #failed(problem: Problem | null): SignInState {
    if (problem === null) return signInBroke(this.#state);
    return signInFailed(this.#state, problem, this.#now());
  }

  #change(next: SignInState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#way.onChange();
  }

  #now(): number {
    return this.#way.clock.now().getTime();
  }
}
