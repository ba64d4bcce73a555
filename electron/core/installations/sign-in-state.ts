import type { Problem } from '#domain/problem.ts';
import { renewalMargin, usualLife } from './token-life.ts';

/** An auth token that signing in gave. Moments are milliseconds since 1970, by this machine's clock. */
export interface HeldToken {
  readonly authToken: string;
  readonly since: number;
  /** From here on it is renewed with the next request, and used until it is. */
  readonly renewAt: number;
  readonly until: number;
  /** Whether the installation said so; otherwise it is the usual time. */
  readonly isUntilKnown: boolean;
}

/** What is known of signing in to one installation. Everything that happens makes a new one. */
export interface SignInState {
  readonly held: HeldToken | null;
  /** Signing in just now. */
  readonly underWay: boolean;
  /** Why signing in is not tried until then; until it is changed by a person where that is `null`. */
  readonly stop: { readonly problem: Problem; readonly until: number | null } | null;
  /** Sign-ins in a row that the installation answered, and did not grant. */
  readonly failures: number;
  /** Auth tokens in a row that were refused soon after they were given. */
  readonly shortLived: number;
}

export const signedOut: SignInState = {
  held: null,
  underWay: false,
  stop: null,
  failures: 0,
  shortLived: 0,
};

/** What to do for a request that needs an auth token. */
export type NextStep =
  | { readonly kind: 'use'; readonly authToken: string; readonly renew: boolean }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'fail'; readonly problem: Problem };

/** What a request has to do now: at most one of any number is told to sign in. */
export function nextStep(state: SignInState, now: number): NextStep {
  const { held, underWay } = state;
  const stopped = isStopped(state, now);
  if (held !== null && now < held.until) {
    const renew = now >= held.renewAt && !underWay && !stopped;
    return { kind: 'use', authToken: held.authToken, renew };
  }
  if (underWay) return { kind: 'wait' };
  if (stopped && state.stop !== null) return { kind: 'fail', problem: state.stop.problem };
  return { kind: 'sign-in' };
}

const isStopped = ({ stop }: SignInState, now: number): boolean =>
  stop !== null && (stop.until === null || now < stop.until);

export const signInBegan = (state: SignInState): SignInState => ({ ...state, underWay: true });

/** @param life of the auth token, in milliseconds; `null` where it is not known */
export function signInGranted(
  state: SignInState,
  { authToken, life: known }: { authToken: string; life: number | null },
  now: number,
): SignInState {
  const life = known ?? usualLife;
  const until = now + life;
  const held = {
    authToken,
    since: now,
    renewAt: until - renewalMargin(life),
    until,
    isUntilKnown: known !== null,
  };
  // An auth token that was not refused before it was replaced has served its time.
  const shortLived = state.held === null ? state.shortLived : 0;
  return { held, underWay: false, stop: null, failures: 0, shortLived };
}

/** Signing in came to nothing, and nothing is known of the installation by it. */
export const signInBroke = (state: SignInState): SignInState => ({ ...state, underWay: false });

/**
 * Signing in failed. Wrong credentials are not tried again until a person has changed something, so that
 * no account is locked by it; other refusals after a pause that doubles. Where no answer came, the next
 * request may try at once: nobody was asked.
 */
export function signInFailed(state: SignInState, problem: Problem, now: number): SignInState {
  const ended = signInBroke(state);
  switch (signInMeaning(problem)) {
    case 'credentials':
      return { ...ended, stop: { problem, until: null } };
    case 'answered': {
      const failures = state.failures + 1;
      return { ...ended, failures, stop: { problem, until: now + pauseAfter(failures) } };
    }
    case 'no-answer':
      return ended;
  }
}

/** Why signing in failed, as far as it matters for the next one. */
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

/** A token that lived as long as this did not fail: one sign-in in this time hammers nobody. */
const steady = 60_000;

/** In milliseconds: one second after the first of its kind, then twice as long each time. */
const pauseAfter = (times: number): number =>
  Math.min(steady, 1_000 * 2 ** Math.min(times - 1, 10));

/**
 * The installation refused a request with this auth token. Nothing follows where another one is held by
 * now. The first one to end before its time is replaced at once (the installation may have been
 * restarted); when those that follow are refused as soon, signing in pauses longer each time.
 */
export function tokenRefused(
  state: SignInState,
  { authToken, problem }: { authToken: string; problem: Problem },
  now: number,
): SignInState {
  const { held } = state;
  if (held?.authToken !== authToken) return state;
  if (now >= held.renewAt || now - held.since >= steady) {
    return { ...state, held: null, shortLived: 0 };
  }
  const shortLived = state.shortLived + 1;
  if (shortLived === 1) return { ...state, held: null, shortLived };
  const pause = { problem, until: held.since + pauseAfter(shortLived - 1) };
  const stop = state.stop?.until === null ? state.stop : pause;
  return { ...state, held: null, shortLived, stop };
}
