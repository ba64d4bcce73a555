import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { Refusal } from '../http/problem.ts';
import { SignInQueue } from './sign-in-queue.ts';

let queue: SignInQueue;
/** Ends the check of the user that it is listed for; in the order in which checks began. */
let checks: { user: string; end: (right: boolean) => void }[];
beforeEach(() => {
  vi.useFakeTimers();
  queue = new SignInQueue(systemClock);
  checks = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Signs in; resolves with whether the password was right, or with the refusal. */
async function signIn(user: string, address: string, signal = new AbortController().signal) {
  try {
    return await queue.check({ user, address, signal }, () => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      checks.push({ user, end: resolve });
      return promise;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...error.problem, ...error.headers };
  }
}
const crowd = (size: number, address: string) =>
  Array.from({ length: size }, (_, index) => signIn(`${address} ${index}`, address));
const settled = () => vi.advanceTimersByTimeAsync(0);
const checked = (): string[] => checks.map(({ user }) => user);

/** Ends every check, also those that begin meanwhile. */
async function endAll(right: boolean): Promise<void> {
  for (const { end } of checks) {
    end(right);
    await settled();
  }
}

test('four are checked at once, and the next when one has ended', async () => {
  const all = crowd(6, 'a');
  await settled();
  expect(checked()).toEqual(['a 0', 'a 1', 'a 2', 'a 3']);
  checks[2]?.end(true);
  await settled();
  expect(checked().slice(4)).toEqual(['a 4']);
  await endAll(true);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 6 }, () => true));
});

test('many right ones of one user are all let in', async () => {
  const all = Array.from({ length: 12 }, () => signIn('anna', 'a'));
  await settled();
  await endAll(true);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 12 }, () => true));
});

test('many wrong ones of one user at one address are five', async () => {
  const all = Array.from({ length: 30 }, () => signIn('anna', 'a'));
  await settled();
  await endAll(false);
  expect(checks).toHaveLength(5);
  const answers = await Promise.all(all);
  expect(answers.filter((answer) => answer === false)).toHaveLength(5);
  expect(answers.at(-1)).toMatchObject({ status: 429, 'retry-after': '60' });
});

describe('who waits', () => {
  test('waits 10 seconds at most', async () => {
    const all = crowd(5, 'a');
    await vi.advanceTimersByTimeAsync(9_999);
    checks[0]?.end(true);
    await settled();
    expect(checked(), 'in time').toContain('a 4');
    const late = signIn('late', 'b');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await late).toMatchObject({ status: 429, 'retry-after': '5' });
    await endAll(true);
    expect(checked()).not.toContain('late');
    await Promise.all(all);
  });

  test('leaves when its client does', async () => {
    const all = crowd(4, 'a');
    const client = new AbortController();
    const gone = signIn('gone', 'b', client.signal);
    client.abort();
    expect(await gone).toMatchObject({ status: 429 });
    await settled();
    await endAll(true);
    expect(checked()).not.toContain('gone');
    await Promise.all(all);
  });

  test('is one of 32; the newest of the largest crowd gives way', async () => {
    const all = crowd(36, 'a');
    expect(await signIn('one more', 'a')).toMatchObject({ status: 429, 'retry-after': '5' });
    const other = signIn('anna', 'b');
    expect(await all.at(-1)).toMatchObject({ status: 429, 'retry-after': '5' });
    await settled();
    checks[0]?.end(false);
    await settled();
    expect(checked().at(-1), 'with fewer checks under way').toBe('anna');
    await endAll(true);
    expect(await other).toBe(true);
    await Promise.all(all);
  });

  test('comes first with fewer wrong tries at its address', async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `bot ${index}`);
    const wrong = addresses.map((address) => signIn('anna', address));
    await settled();
    await endAll(false);
    await Promise.all(wrong);
    const again = addresses.map((address) => signIn('anna', address));
    await settled();
    const before = checks.length;
    const good = signIn('anna', 'good');
    checks.at(-1)?.end(false);
    await settled();
    expect(checks).toHaveLength(before + 1);
    await endAll(true);
    expect(await good).toBe(true);
    await Promise.all(again);
  });
});
