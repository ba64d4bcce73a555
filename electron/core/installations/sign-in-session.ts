import type { SessionState } from '#contract/sessions.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { signOutQuietly } from '../connections/sign-out-quietly.ts';
import type { Clock, SignedIn } from '../ports.ts';
import { settingsChanged } from '../problems.ts';
import type { Session, TokenNeed } from './retry-once-after-401.ts';
import { untilAborted } from './until-aborted.ts';

/** What a session needs of its installation and of this machine. */
interface SignInNeeds {
  readonly clock: Clock;
  readonly signIn: (signal: AbortSignal) => Promise<SignedIn>;
  readonly signOut: (authToken: string, signal?: AbortSignal) => Promise<void>;
  /** The problem while stored secrets must not be used, or `null`. */
  readonly locked: () => ProblemError | null;
  readonly onChange: () => void;
}

/** Concurrent requests share one sign-in. A renewal does not interrupt the current token. */
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

/** Times are milliseconds since 1970 by the local clock. */
interface IssuedToken {
  readonly authToken: string;
  readonly since: number;
  readonly renewAt: number;
  readonly until: number;
  readonly isUntilKnown: boolean;
}

/** The state of a session. The functions below return the next state, and read no clock. */
export interface SignInState {
  readonly token: IssuedToken | null;
  /** A sign-in runs. */
  readonly underWay: boolean;
  /** No sign-in until this time; `null` means until a person changes the settings. */
  readonly block: { readonly problem: Problem; readonly until: number | null } | null;
  readonly failures: number;
  /** Consecutive tokens that were rejected soon after sign-in. */
  readonly shortLived: number;
}

export const signedOut: SignInState = {
  token: null,
  underWay: false,
  block: null,
  failures: 0,
  shortLived: 0,
};

type NextStep =
  | { readonly kind: 'use'; readonly authToken: string; readonly renew: boolean }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'fail'; readonly problem: Problem };

/** Of concurrent requests, only one gets `sign-in`. */
export function nextStep(state: SignInState, now: number): NextStep {
  const { token, underWay } = state;
  const block = blockAt(state, now);
  if (token !== null && now < token.until) {
    const renew = now >= token.renewAt && !underWay && block === null;
    return { kind: 'use', authToken: token.authToken, renew };
  }
  if (underWay) return { kind: 'wait' };
  return block === null ? { kind: 'sign-in' } : { kind: 'fail', problem: block.problem };
}

const blockAt = ({ block }: SignInState, now: number): SignInState['block'] =>
  block !== null && (block.until === null || now < block.until) ? block : null;

export const signInBegan = (state: SignInState): SignInState => ({ ...state, underWay: true });

/** @param life milliseconds; `null` when unknown */
export function signInGranted(
  state: SignInState,
  { authToken, life: reportedLife }: { authToken: string; life: number | null },
  now: number,
): SignInState {
  const life = reportedLife ?? usualLife;
  const until = now + life;
  const token: IssuedToken = {
    authToken,
    since: now,
    renewAt: until - renewalMargin(life),
    until,
    isUntilKnown: reportedLife !== null,
  };
  // The previous token lasted until it was replaced, so the count restarts.
  const shortLived = state.token === null ? state.shortLived : 0;
  return { token, underWay: false, block: null, failures: 0, shortLived };
}

export const signInBroke = (state: SignInState): SignInState => ({ ...state, underWay: false });

/** Wrong credentials stop all attempts until a person changes them, so that no account is locked. */
export function signInFailed(state: SignInState, problem: Problem, now: number): SignInState {
  const ended = signInBroke(state);
  switch (signInMeaning(problem)) {
    case 'credentials':
      return { ...ended, block: { problem, until: null } };
    case 'answered': {
      const failures = state.failures + 1;
      return { ...ended, failures, block: { problem, until: now + pauseAfter(failures) } };
    }
    case 'no-answer':
      return ended;
  }
}

/** What a failed sign-in shows: wrong credentials, another answer, or no answer of the installation. */
export function signInMeaning({ code }: Problem): 'credentials' | 'answered' | 'no-answer' {
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return 'credentials';
    case 'rejected':
    case 'server-failed':
    case 'not-found':
    case 'not-the-interface':
    case 'too-large':
    case 'redirected':
      return 'answered';
    default:
      return 'no-answer';
  }
}

/** Milliseconds. A token that lasts this long does not count as short-lived. */
const shortLife = 60_000;

/** Milliseconds. */
const longestPause = 60_000;

/** Milliseconds: 1 s, doubled each time. */
const pauseAfter = (times: number): number =>
  Math.min(longestPause, 1_000 * 2 ** Math.min(times - 1, 10));

/** The first early rejection signs in again at once: the installation may have restarted. */
export function tokenRefused(
  state: SignInState,
  { authToken, problem }: { authToken: string; problem: Problem },
  now: number,
): SignInState {
  const { token } = state;
  if (token?.authToken !== authToken) return state;
  if (now >= token.renewAt || now - token.since >= shortLife) {
    return { ...state, token: null, shortLived: 0 };
  }
  const shortLived = state.shortLived + 1;
  if (shortLived === 1) return { ...state, token: null, shortLived };
  const pause = { problem, until: token.since + pauseAfter(shortLived - 1) };
  const block = state.block?.until === null ? state.block : pause;
  return { ...state, token: null, shortLived, block };
}

const second = 1_000;
const minute = 60 * second;

/** Milliseconds. Source: PEM's documentation (20 minutes). */
const usualLife = 20 * minute;

/** Milliseconds. Uses the difference, because the installation's clock may be wrong. 1 s prevents loops. */
export function lifeOf({
  issuedAt,
  expiresAt,
}: Pick<SignedIn, 'issuedAt' | 'expiresAt'>): number | null {
  if (issuedAt === null || expiresAt === null) return null;
  const life = expiresAt.getTime() - issuedAt.getTime();
  return life > 0 ? Math.max(life, second) : null;
}

/** Milliseconds before expiry. It need not cover a request: a late one gets a 401 and is retried. */
export const renewalMargin = (life: number): number =>
  Math.min(2 * minute, Math.max(second / 4, life / 10));
