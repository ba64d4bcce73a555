import { beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { problem } from '#test-support/installation.fake.ts';
import { EnteredToken } from './entered-token.ts';
import { FakeClock } from '#test-support/clock.fake.ts';

const minute = 60_000;
const refusal = problem('unauthorized').problem;
const rejected = expect.objectContaining({
  code: 'unauthorized',
  message: 'The installation rejected the auth token. The request was not carried out.',
}) as unknown;
let clock: FakeClock;
let kept: string;
let session: EnteredToken;
let changes: number;

beforeEach(() => {
  clock = new FakeClock();
  kept = 'first';
  changes = 0;
  session = new EnteredToken({
    clock,
    readToken: () => Promise.resolve(kept),
    onChange: () => {
      changes += 1;
    },
  });
});
const read = (signal?: AbortSignal): Promise<string> =>
  session.authToken({ signal, waitForSignIn: true });
const write = (): Promise<string> => session.authToken({ waitForSignIn: false });
/** Reports the current auth token as accepted. */
const serve = async (): Promise<void> => {
  session.accepted(await read());
};
const refuse = async (): Promise<void> => {
  await serve();
  session.refused(await read(), refusal);
};
const give = (authToken: string): void => {
  kept = authToken;
  session.tokenStored();
};

describe('an entered auth token', () => {
  it('has no known expiry', () => {
    expect(session.state()).toEqual({ kind: 'token' });
    clock.move(60 * minute);
    expect(session.state()).toEqual({ kind: 'token' });
  });

  it('is read from the vault for each request', async () => {
    expect(await read()).toBe('first');
    kept = 'second';
    expect(await write()).toBe('second');
  });

  it('that was never accepted is wrong, and requests fail until another one is entered', async () => {
    session.refused(await read(), refusal);
    expect(session.state()).toEqual({ kind: 'refused', problem: refusal, retryAt: null });
    expect(await problemOf(read())).toEqual(refusal);
    give('second');
    expect(await read()).toBe('second');
    expect(session.state().kind).toBe('token');
  });

  it('that was never accepted is refused at once, whatever its age', async () => {
    const authToken = await read();
    clock.move(60 * minute);
    session.refused(authToken, refusal);
    expect(session.state().kind).toBe('refused');
  });

  it('stays valid when another auth token is refused', async () => {
    await serve();
    session.refused('another', refusal);
    expect(session.state().kind).toBe('token');
    give('second');
    session.refused('first', refusal);
    expect(session.state().kind).toBe('token');
  });
});

describe('an accepted auth token that is then rejected', () => {
  beforeEach(refuse);

  it('makes reads wait for a new one, and counts them', async () => {
    const waiting = [read(), read()];
    expect(session.state()).toEqual({ kind: 'expired', problem: rejected, waiting: 2 });
    give('second');
    expect(await Promise.all(waiting)).toEqual(['second', 'second']);
    expect(clock.sleepers).toBe(0);
    expect(session.state()).toEqual({ kind: 'token' });
  });

  it('makes no write wait, because its checks would be out of date', async () => {
    expect(await problemOf(write())).toEqual(rejected);
  });

  it('stops waiting when the caller cancels', async () => {
    const giveUp = new AbortController();
    const waiting = problemOf(read(giveUp.signal));
    giveUp.abort();
    expect((await waiting).code).toBe('aborted');
    expect(session.state()).toMatchObject({ waiting: 0 });
    expect(clock.sleepers).toBe(0);
  });

  it('ends waiting after 5 minutes', async () => {
    const waiting = problemOf(read());
    clock.move(5 * minute - 1);
    expect(session.state()).toMatchObject({ waiting: 1 });
    clock.move(1);
    expect(await waiting).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('5 minutes') as string,
    });
  });

  it('aborts waiting reads when the settings change or the connection is deleted', async () => {
    const waiting = [read(), read()].map(problemOf);
    await session.end();
    for (const { code } of await Promise.all(waiting)) expect(code).toBe('aborted');
    expect((await problemOf(read())).code).toBe('aborted');
  });

  it('reports each start and end of waiting', async () => {
    const before = changes;
    const waiting = read();
    expect(changes).toBe(before + 1);
    give('second');
    await waiting;
    expect(changes).toBe(before + 3);
  });
});
