import { beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { problem } from '#test-support/installation.fake.ts';
import type { SignedIn } from '../ports.ts';
import { SignInSession } from './sign-in-session.ts';
import { FakeClock } from '#test-support/clock.fake.ts';

const minute = 60_000;
let clock: FakeClock;
let session: SignInSession;
/** Pending sign-ins, each answered by the test. */
let asked: { answer: (life?: number) => void; fail: (error: Error) => void; signal: AbortSignal }[];
let signedOut: string[];
let signOut: (authToken: string, signal?: AbortSignal) => Promise<void>;
let changes: string[];
let locked: ReturnType<typeof problem> | null;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  signedOut = [];
  changes = [];
  locked = null;
  signOut = (authToken) => {
    signedOut.push(authToken);
    return Promise.resolve();
  };
  session = new SignInSession({
    clock,
    signIn: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<SignedIn>();
      const authToken = `token-${asked.length + 1}`;
      const answer = (life = 20 * minute): void => {
        // The clock of the installation is a year slow.
        const issuedAt = new Date(Date.UTC(2029, 0, 1));
        const expiresAt = new Date(issuedAt.getTime() + life);
        resolve({
          authToken,
          issuedAt,
          expiresAt,
          version: null,
          supportedApiVersions: [],
          deprecatedApiVersions: [],
        });
      };
      asked.push({ answer, fail: reject, signal });
      return promise;
    },
    signOut: (authToken, signal) => signOut(authToken, signal),
    locked: () => locked,
    onChange: () => changes.push(session.state().kind),
  });
});
const token = (signal?: AbortSignal): Promise<string> =>
  session.authToken({ signal, waitForSignIn: false });

describe('signing in', () => {
  it('happens once for all waiting requests', async () => {
    const waiting = [token(), token(), token()];
    asked[0]?.answer();
    expect(await Promise.all(waiting)).toEqual(['token-1', 'token-1', 'token-1']);
    expect(await token()).toBe('token-1');
    expect(asked).toHaveLength(1);
    expect(changes).toEqual(['signing-in', 'signed-in']);
  });

  it('measures the lifetime of the auth token with the local clock', async () => {
    const waiting = token();
    asked[0]?.answer(3_000);
    await waiting;
    expect(session.state()).toEqual({
      kind: 'signed-in',
      until: new Date(clock.now().getTime() + 3_000),
    });
  });

  it('fails for all waiting requests, and starts again with the next one', async () => {
    const waiting = [token(), token()].map(problemOf);
    asked[0]?.fail(problem('unreachable'));
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(
      Array(2).fill('unreachable'),
    );
    expect(session.state()).toEqual({ kind: 'signed-out' });
    const next = token();
    asked[1]?.answer();
    expect(await next).toBe('token-2');
  });

  it('with a wrong password is not retried until somebody signs out or changes it', async () => {
    const waiting = problemOf(token());
    asked[0]?.fail(problem('unauthorized'));
    await waiting;
    clock.move(24 * 60 * minute);
    expect((await problemOf(token())).code).toBe('unauthorized');
    expect(session.state()).toMatchObject({ kind: 'refused', retryAt: null });
    expect(asked).toHaveLength(1);
    await session.signOut();
    expect(session.state()).toEqual({ kind: 'signed-out' });
    void token();
    expect(asked).toHaveLength(2);
    asked[1]?.answer();
  });

  it('waits for a pause after a failure of the installation', async () => {
    const waiting = problemOf(token());
    asked[0]?.fail(problem('server-failed'));
    await waiting;
    expect(session.state()).toMatchObject({
      kind: 'refused',
      retryAt: new Date(clock.now().getTime() + 1_000),
    });
    expect((await problemOf(token())).code).toBe('server-failed');
    expect(asked).toHaveLength(1);
    clock.move(1_000);
    const next = token();
    asked[1]?.answer();
    expect(await next).toBe('token-2');
  });

  it('throws an unexpected error, and the next request signs in again', async () => {
    const waiting = token();
    asked[0]?.fail(new TypeError('a bug'));
    await expect(waiting).rejects.toThrow(TypeError);
    expect(session.state()).toEqual({ kind: 'signed-out' });
  });

  it('is abandoned by a cancelled request, and continues for the others', async () => {
    const giveUp = new AbortController();
    const leaving = problemOf(token(giveUp.signal));
    const staying = token();
    giveUp.abort();
    expect((await leaving).code).toBe('aborted');
    expect((await problemOf(token(giveUp.signal))).code).toBe('aborted');
    asked[0]?.answer();
    expect(await staying).toBe('token-1');
  });
});

it('returns no auth token while the vault is locked, and the same one afterwards', async () => {
  const waiting = token();
  asked[0]?.answer();
  await waiting;
  locked = problem('vault-locked');
  expect((await problemOf(token())).code).toBe('vault-locked');
  locked = null;
  expect(await token()).toBe('token-1');
  expect(asked).toHaveLength(1);
});

describe('renewing', () => {
  beforeEach(async () => {
    const waiting = token();
    asked[0]?.answer();
    await waiting;
    clock.move(19 * minute);
  });

  it('delays no request: the current auth token stays in use', async () => {
    expect(await Promise.all([token(), token()])).toEqual(['token-1', 'token-1']);
    expect(asked).toHaveLength(2);
    expect(session.state().kind).toBe('renewing');
    asked[1]?.answer();
    await expect.poll(() => session.state().kind).toBe('signed-in');
    expect(await token()).toBe('token-2');
  });

  it('that fails leaves the auth token in use until it expires', async () => {
    await token();
    asked[1]?.fail(problem('unauthorized'));
    await expect.poll(() => session.state().kind).toBe('refused');
    expect(await token()).toBe('token-1');
    clock.move(minute);
    expect((await problemOf(token())).code).toBe('unauthorized');
    expect(asked).toHaveLength(2);
  });

  it('is awaited once the auth token has expired', async () => {
    await token();
    clock.move(minute);
    expect(session.state().kind).toBe('signing-in');
    const waiting = token();
    asked[1]?.answer();
    expect(await waiting).toBe('token-2');
    expect(asked).toHaveLength(2);
  });

  it('does not happen without a request', () => {
    clock.move(24 * 60 * minute);
    expect(asked).toHaveLength(1);
  });
});

describe('the end', () => {
  const signIn = async (life?: number): Promise<void> => {
    const waiting = token();
    asked.at(-1)?.answer(life);
    await waiting;
  };

  it('signs out of every auth token that may still be valid', async () => {
    await signIn();
    clock.move(19 * minute);
    await token();
    asked[1]?.answer();
    await expect.poll(() => session.state().kind).toBe('signed-in');
    await session.end();
    expect(signedOut).toEqual(['token-1', 'token-2']);
    expect((await problemOf(token())).code).toBe('aborted');
  });

  it('does not sign out of expired or refused auth tokens', async () => {
    await signIn(3_000);
    clock.move(3_000);
    await signIn();
    session.refused('token-2', problem('unauthorized').problem);
    await session.end();
    expect(signedOut).toEqual([]);
  });

  it('takes at most one second', async () => {
    await signIn();
    let told: AbortSignal | undefined;
    signOut = (_, signal) => {
      told = signal;
      return new Promise(() => undefined);
    };
    const ending = session.end();
    await expect.poll(() => clock.sleepers).toBe(1);
    clock.move(1_000);
    await ending;
    expect(told?.aborted).toBe(true);
  });

  it('throws a sign-out error only when a person signs out', async () => {
    await signIn();
    signOut = () => Promise.reject(problem('unreachable'));
    expect((await problemOf(session.signOut())).code).toBe('unreachable');
    expect(session.state()).toEqual({ kind: 'signed-out' });
    await signIn();
    await session.end();
    expect(clock.sleepers).toBe(0);
  });

  it.each(['signOut', 'end'] as const)(
    'by %s aborts the sign-in, and signs out when it succeeds anyway',
    async (how) => {
      const waiting = problemOf(token());
      await session[how]();
      expect(asked[0]?.signal.aborted).toBe(true);
      asked[0]?.answer();
      expect((await waiting).code).toBe('aborted');
      expect(signedOut).toEqual(['token-1']);
      expect(session.state()).toEqual({ kind: 'signed-out' });
    },
  );
});
