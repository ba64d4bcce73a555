import { expect, it } from 'vitest';
import { FakeClock } from '#test-support/clock.fake.ts';
import { timedOut, withTimeout } from './with-timeout.ts';

it('returns the result of the work, and leaves no timer', async () => {
  const clock = new FakeClock();
  const { promise, resolve } = Promise.withResolvers<string>();
  const limited = withTimeout(clock, promise, 1_000);
  expect(clock.sleepers).toBe(1);
  resolve('done');
  expect(await limited).toBe('done');
  expect(clock.sleepers).toBe(0);
});

it('rejects as the work does, and leaves no timer', async () => {
  const clock = new FakeClock();
  const limited = withTimeout(clock, Promise.reject(new Error('broken')), 1_000);
  await expect(limited).rejects.toThrow('broken');
  expect(clock.sleepers).toBe(0);
});

it('rejects when the work takes too long, and ignores its later result', async () => {
  const clock = new FakeClock();
  const { promise, reject } = Promise.withResolvers<string>();
  const limited = withTimeout(clock, promise, 1_000);
  clock.move(1_000);
  expect(await limited).toBe(timedOut);
  reject(new Error('broken later'));
  await expect(promise).rejects.toThrow('broken later');
});
