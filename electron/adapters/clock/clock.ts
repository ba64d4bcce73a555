import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#core/ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    signal?.throwIfAborted();
    // Node's own sleep makes an error of its own; the port promises the signal's reason.
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
  breathe: () => setImmediate(),
};
