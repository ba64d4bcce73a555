import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { Refusal } from '../http/refusals.ts';
import { SignInQueue } from './sign-in-queue.ts';
import { WrongTries } from './wrong-tries.ts';

let queue: SignInQueue;
/** Started checks, in the order of their start; `end` finishes the check. */
let checks: { user: string; end: (right: boolean) => void }[];
beforeEach(() => {
  vi.useFakeTimers();
  queue = new SignInQueue(systemClock);
  checks = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Signs in; resolves with whether the password is correct, or with the refusal. */
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

/** Finishes every check, including those that start during the loop. */
async function endAll(right: boolean): Promise<void> {
  for (const { end } of checks) {
    end(right);
    await settled();
  }
}

test('checks four passwords at once and starts the next check when one finishes', async () => {
  const all = crowd(6, 'a');
  await settled();
  expect(checked()).toEqual(['a 0', 'a 1', 'a 2', 'a 3']);
  checks[2]?.end(true);
  await settled();
  expect(checked().slice(4)).toEqual(['a 4']);
  await endAll(true);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 6 }, () => true));
});

test('accepts many concurrent sign-ins of one user with the correct password', async () => {
  const all = Array.from({ length: 12 }, () => signIn('anna', 'a'));
  await settled();
  await endAll(true);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 12 }, () => true));
});

test('checks only five of many wrong passwords of one user at one address', async () => {
  const all = Array.from({ length: 30 }, () => signIn('anna', 'a'));
  await settled();
  await endAll(false);
  expect(checks).toHaveLength(5);
  const answers = await Promise.all(all);
  expect(answers.filter((answer) => answer === false)).toHaveLength(5);
  expect(answers.at(-1)).toMatchObject({ status: 429, 'retry-after': '60' });
});

test('stores a short key for a long name', async () => {
  const add = vi.spyOn(WrongTries.prototype, 'add');
  const wrong = signIn('x'.repeat(1_000_000), 'a');
  await settled();
  await endAll(false);
  expect(await wrong).toBe(false);
  const lengths = add.mock.calls.map(([key]) => key.length);
  add.mockRestore();
  expect(lengths).toHaveLength(2);
  expect(Math.max(...lengths)).toBeLessThan(100);
});

describe('a waiting sign-in', () => {
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

  test('is refused when its client disconnects', async () => {
    const all = crowd(4, 'a');
    const client = new AbortController();
    const gone = signIn('gone', 'b', client.signal);
    client.abort();
    expect(await gone).toMatchObject({ status: 429 });
    await settled();
    await endAll(true);
    expect(checked()).not.toContain('gone');
    await Promise.all(all);
    expect(await signIn('gone before', 'b', client.signal)).toMatchObject({ status: 429 });
    expect(checked()).not.toContain('gone before');
  });

  test('is one of 32 at most; the newest of the busiest address is refused', async () => {
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

  test('starts first if its address has fewer wrong tries', async () => {
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
