import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#core/ports.ts';
import { inParts } from '#domain/in-parts.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    signal?.throwIfAborted();
    // Node's own `setTimeout` rejects with an AbortError; the port promises the signal's reason.
    const { promise, resolve } = Promise.withResolvers<null>();
    const wake = (): void => {
      resolve(null);
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener('abort', wake, { once: true });
    await promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', wake);
    signal?.throwIfAborted();
  },
  yieldToEventLoop: () => setImmediate(),
};

export async function* inBatches<Value>(
  values: Iterable<Value>,
  size: number,
): AsyncGenerator<Value[], void, void> {
  for (const batch of inParts(values, size)) {
    yield batch;
    await systemClock.yieldToEventLoop();
  }
}
