import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Clock } from '#core/ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    signal?.throwIfAborted();
    try {
      await setTimeout(milliseconds, undefined, { signal });
    } catch (error) {
      // Node rejects with an error of its own; the port promises the signal's reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
  breathe: () => setImmediate(),
};
