import type { Problem } from '#domain/problem.ts';
import type { SignedIn } from '../ports.ts';

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
export const usualLife = 20 * minute;

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
