import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import {
  nextStep,
  signedOut,
  signInBegan,
  signInBroke,
  signInFailed,
  signInGranted,
  type SignInState,
  tokenRefused,
} from './sign-in-rules.ts';

const minute = 60_000;
const life = 20 * minute;
const problem = (code: PlainProblemCode) => plainProblem(code, code, 'This is a test.');
const granted = (state: SignInState, authToken: string, now: number) =>
  signInGranted(signInBegan(state), { authToken, life }, now);
const refused = (state: SignInState, authToken: string, now: number) =>
  tokenRefused(state, { authToken, problem: problem('unauthorized') }, now);
const failed = (state: SignInState, code: PlainProblemCode, now: number) =>
  signInFailed(signInBegan(state), problem(code), now);

describe('a request', () => {
  it('signs in when there is no session, and waits during a sign-in', () => {
    expect(nextStep(signedOut, 0)).toEqual({ kind: 'sign-in' });
    expect(nextStep(signInBegan(signedOut), 0)).toEqual({ kind: 'wait' });
  });

  it.each([
    ['fresh', 0, { kind: 'use', authToken: 'a', renew: false }],
    ['is closing', 18 * minute, { kind: 'use', authToken: 'a', renew: true }],
    ['in its last millisecond', life - 1, { kind: 'use', authToken: 'a', renew: true }],
    ['at its end', life, { kind: 'sign-in' }],
  ])('with an auth token that is %s', (_, now, expected) => {
    expect(nextStep(granted(signedOut, 'a', 0), now)).toEqual(expected);
  });

  it('uses the current auth token during a new sign-in', () => {
    const renewing = signInBegan(granted(signedOut, 'a', 0));
    const use = { kind: 'use', authToken: 'a', renew: false };
    expect(nextStep(renewing, 19 * minute)).toEqual(use);
    expect(nextStep(renewing, life)).toEqual({ kind: 'wait' });
    const use2 = { ...use, authToken: 'b' };
    expect(nextStep(granted(renewing, 'b', 19 * minute), life)).toEqual(use2);
  });
});

describe('a sign-in that fails', () => {
  it.each<PlainProblemCode>(['unauthorized', 'forbidden'])(
    'with %s is never retried by itself',
    (code) => {
      const state = failed(signedOut, code, 0);
      expect(nextStep(state, 365 * 24 * 60 * minute)).toEqual({
        kind: 'fail',
        problem: problem(code),
      });
    },
  );

  it.each<PlainProblemCode>(['rejected', 'server-failed', 'not-found', 'not-the-interface'])(
    'with %s is retried after a pause that doubles up to a minute',
    (code) => {
      let state = signedOut;
      const pauses = Array.from({ length: 9 }, () => {
        state = failed(state, code, 0);
        return (state.block?.until ?? 0) / 1_000;
      });
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
      expect(nextStep(state, minute - 1)).toEqual({ kind: 'fail', problem: problem(code) });
      expect(nextStep(state, minute)).toEqual({ kind: 'sign-in' });
      const again = failed(granted(state, 'a', minute), code, 2 * minute);
      expect(again.block?.until).toBe(2 * minute + 1_000);
    },
  );

  it.each<PlainProblemCode>([
    'unreachable',
    'timed-out',
    'proxy-failed',
    'vault-failed',
    'aborted',
  ])('with %s may be retried by the next request: the installation did not answer', (code) => {
    expect(nextStep(failed(signedOut, code, 0), 0)).toEqual({ kind: 'sign-in' });
  });

  it('with an unexpected error is no longer in progress', () => {
    expect(nextStep(signInBroke(signInBegan(signedOut)), 0)).toEqual({ kind: 'sign-in' });
  });

  it('leaves the current auth token in use until it expires', () => {
    const state = failed(granted(signedOut, 'a', 0), 'unauthorized', 18 * minute);
    const use = { kind: 'use', authToken: 'a', renew: false };
    expect(nextStep(state, 19 * minute)).toEqual(use);
    expect(nextStep(state, life)).toMatchObject({ kind: 'fail' });
  });
});

describe('a refused auth token', () => {
  it('before its expiry is replaced at once, the first time', () => {
    const state = refused(granted(signedOut, 'a', 0), 'a', 10);
    expect(nextStep(state, 10)).toEqual({ kind: 'sign-in' });
  });

  it('changes nothing when another one is already in use', () => {
    const state = granted(signedOut, 'b', 0);
    expect(refused(state, 'a', 10)).toBe(state);
  });

  it('makes the pause before a sign-in longer each time', () => {
    let state = signedOut;
    let now = 0;
    const pauses = Array.from({ length: 9 }, (_, index) => {
      state = refused(granted(state, `${index}`, now), `${index}`, now);
      const pause = Math.max(0, (state.block?.until ?? 0) - now);
      expect(nextStep(state, now).kind).toBe(pause === 0 ? 'sign-in' : 'fail');
      now += pause;
      return pause / 1_000;
    });
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
    state = refused(granted(state, 'x', now), 'x', now + minute);
    expect(nextStep(state, now + minute), 'a minute is no storm').toEqual({ kind: 'sign-in' });
    expect(state.shortLived).toBe(0);
  });

  it('causes no pause when the previous ones lived until their renewal', () => {
    let state = refused(granted(signedOut, 'a', 0), 'a', 10);
    state = granted(state, 'b', 10);
    state = granted(state, 'c', 18 * minute);
    expect(nextStep(refused(state, 'c', 18 * minute + 10), 18 * minute + 10)).toEqual({
      kind: 'sign-in',
    });
  });

  it('does not retry wrong credentials', () => {
    const stopped = failed(granted(signedOut, 'a', 0), 'unauthorized', 5);
    expect(nextStep(refused(stopped, 'a', 10), minute)).toMatchObject({ kind: 'fail' });
  });
});

/** Events between an installation and its users. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), time: fc.nat({ max: 25 * minute }) }),
  fc.record({ kind: fc.constant('pass' as const), time: fc.nat({ max: 2_000 }) }),
  fc.constant({ kind: 'request' as const }),
  fc.record({
    kind: fc.constant('grant' as const),
    life: fc.integer({ min: 2 * minute, max: life }),
  }),
  fc.record({
    kind: fc.constant('fail' as const),
    code: fc.constantFrom<PlainProblemCode>('unauthorized', 'server-failed', 'unreachable'),
  }),
  fc.record({ kind: fc.constant('refuse' as const), which: fc.nat({ max: 3 }) }),
);

it('keeps its rules for any order of events', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 200 }), (happenings) => {
      let state = signedOut;
      let now = 0;
      let refusedCredentials = false;
      let tokens = 0;
      const dead = new Set<string>();
      const ends = new Map<string, number>();
      /** Times of the sign-ins that the installation answered. */
      const answered: number[] = [];
      for (const event of happenings) {
        const { underWay } = state;
        if (event.kind === 'pass') now += event.time;
        if (event.kind === 'request') {
          const next = nextStep(state, now);
          if (next.kind === 'use') {
            expect(dead.has(next.authToken)).toBe(false);
            expect(now).toBeLessThan(ends.get(next.authToken) ?? 0);
          }
          if (next.kind === 'wait') expect(underWay).toBe(true);
          if (next.kind === 'sign-in' || (next.kind === 'use' && next.renew)) {
            expect(underWay).toBe(false);
            expect(refusedCredentials).toBe(false);
            state = signInBegan(state);
          }
        }
        if (event.kind === 'grant' && underWay) {
          tokens += 1;
          answered.push(now);
          ends.set(`${tokens}`, now + event.life);
          state = signInGranted(state, { authToken: `${tokens}`, life: event.life }, now);
        }
        if (event.kind === 'fail' && underWay) {
          if (event.code !== 'unreachable') answered.push(now);
          refusedCredentials ||= event.code === 'unauthorized';
          state = signInFailed(state, problem(event.code), now);
        }
        if (event.kind === 'refuse' && tokens > event.which) {
          const authToken = `${tokens - event.which}`;
          dead.add(authToken);
          state = refused(state, authToken, now);
        }
      }
      // At most 16 answered sign-ins per minute, whatever happens.
      for (const [index, moment] of answered.entries()) {
        expect((answered[index + 16] ?? Infinity) - moment).toBeGreaterThanOrEqual(minute);
      }
    }),
    { numRuns: 1_000 },
  );
});
