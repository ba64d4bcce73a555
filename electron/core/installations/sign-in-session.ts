import type { SessionState } from '#contract/sessions.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { Clock, SignedIn } from '../ports.ts';
import { settingsChanged } from '../problems.ts';
import type { Session, TokenNeed } from './session.ts';
import {
  nextStep,
  signedOut,
  signInBegan,
  signInBroke,
  signInFailed,
  signInGranted,
  type SignInState,
  tokenRefused,
} from './sign-in-state.ts';
import { signOutQuietly } from '../connections/sign-out-quietly.ts';
import { lifeOf, usualLife } from './token-life.ts';
import { unlessCancelled } from './unless-cancelled.ts';

/** What a session does at the installation. */
export interface SignInWay {
  readonly clock: Clock;
  /** Signs in once, with what is kept now. Rejects with a ProblemError. */
  readonly signIn: (signal: AbortSignal) => Promise<SignedIn>;
  /** Ends an auth token that signing in gave. */
  readonly signOut: (authToken: string, signal?: AbortSignal) => Promise<void>;
  /** Why nothing that is kept is to be used now, though it could be; `null` where it may be. */
  readonly locked: () => ProblemError | null;
  /** Told after each change of the state. */
  readonly onChange: () => void;
}

/**
 * Signs in when a request needs it, and again shortly before the auth token ends. However many requests
 * wait, one signs in. While it renews, the auth token that still lives is used.
 */
export class SignInSession implements Session {
  readonly #way: SignInWay;
  #state: SignInState = signedOut;
  #ended = false;
  #attempt: { readonly problem: Promise<Problem | null>; readonly stop: AbortController } | null =
    null;
  /** When each auth token ends that may still be good, to sign out of all of them. */
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
      const failed = await unlessCancelled(this.#attempt?.problem ?? this.#begin(), signal);
      if (failed !== null) throw new ProblemError(failed);
    }
  }

  accepted(): void {
    // Nothing follows from it: how long the auth token lives is known.
  }

  refused(authToken: string, answered: Problem): Problem {
    const problem: Problem = {
      ...answered,
      message:
        'The installation gives out an auth token for signing in, and does not accept it afterwards.',
      advice:
        'Try again in a minute. If it stays so, look at the log of the installation, or at what stands before it.',
    };
    this.#living.delete(authToken);
    this.#change(tokenRefused(this.#state, { authToken, problem }, this.#now()));
    return problem;
  }

  /** Ends the session at the installation; the next request signs in anew, whatever stopped it before. */
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
    // Whoever waits meets a rejection; a renewal beside a good auth token has nobody who does.
    problem.catch(() => undefined);
    this.#attempt = { problem, stop };
    return problem;
  }

  /** The problem that signing in ends with; `null` if it went well. */
  async #signIn(stop: AbortSignal): Promise<Problem | null> {
    try {
      const given = await this.#way.signIn(stop);
      if (!stop.aborted) return this.#finish(null, () => this.#granted(given));
      // It came too late: nobody means to be signed in any more.
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
