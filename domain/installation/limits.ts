import { z } from 'zod';
import type { Issue } from '../webhook/check.ts';

/** How long and how much one request to an installation may take. */
export const Limits = z.object({
  /** From the first packet to the connection, TLS included; milliseconds. */
  connectMilliseconds: z.int().min(100).max(600_000),
  /** From the request to the answer's headers; milliseconds. */
  headersMilliseconds: z.int().min(100).max(600_000),
  /** For the whole body of the answer; milliseconds. */
  bodyMilliseconds: z.int().min(100).max(3_600_000),
  /** The largest body that is read; bytes. */
  bodyBytes: z
    .int()
    .min(1024)
    .max(1024 * 1024 * 1024),
});
export type Limits = z.infer<typeof Limits>;

export const defaultLimits: Limits = {
  connectMilliseconds: 10_000,
  headersMilliseconds: 30_000,
  bodyMilliseconds: 60_000,
  bodyBytes: 64 * 1024 * 1024,
};

/** Added to the time in which an installation has finished a request; milliseconds. */
const finishMargin = 5_000;

/** How long an installation may go on with a request whose answer nobody waits for; milliseconds. */
export const finishMilliseconds = ({ headersMilliseconds, bodyMilliseconds }: Limits): number =>
  Math.max(headersMilliseconds, bodyMilliseconds) + finishMargin;

/** What is wrong with limits; `path` is `limits.` and the name of the limit. */
export function checkLimits(limits: Limits): Issue[] {
  const { success, error } = Limits.safeParse(limits);
  if (success) return [];
  const wrong = new Set(error.issues.map(({ path }) => String(path[0])));
  return [...wrong].map((name) => ({
    path: `limits.${name}`,
    level: 'error',
    message: name === 'bodyBytes' ? sizes : name === 'bodyMilliseconds' ? longTimes : times,
  }));
}

const times = 'Enter a time between 0.1 s and 10 minutes.';
const longTimes = 'Enter a time between 0.1 s and 60 minutes.';
const sizes = 'Enter a size between 1 KiB and 1 GiB.';
