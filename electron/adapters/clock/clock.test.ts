import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';

describe('the clock', () => {
  it('sleeps for at least as long as asked', async () => {
    const before = performance.now();
    await systemClock.sleep(20);
    // Timers may fire up to a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(19);
  });

  it('wakes with the reason of the signal, before and while it sleeps', async () => {
    const reason = new Error('enough');
    await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const sleeping = systemClock.sleep(60_000, controller.signal);
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });

  it('lets other work run first when it yields', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await systemClock.yieldToEventLoop();
    order.push('own');
    expect(order).toEqual(['other', 'own']);
  });

  it('returns the current time', () => {
    const before = Date.now();
    expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before);
  });
});
