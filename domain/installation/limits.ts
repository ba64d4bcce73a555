import { z } from 'zod';
import type { Issue } from '../webhook/check-definition.ts';

/** Time and size limits of one request to an installation. */
export const Limits = z.object({
  connectMilliseconds: z.int().min(100).max(600_000),
  headersMilliseconds: z.int().min(100).max(600_000),
  bodyMilliseconds: z.int().min(100).max(3_600_000),
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

/** Milliseconds. */
const finishMargin = 5_000;

/** Milliseconds that an installation may still work on a request after Hookdesk gave up. */
export const finishMilliseconds = ({ headersMilliseconds, bodyMilliseconds }: Limits): number =>
  Math.max(headersMilliseconds, bodyMilliseconds) + finishMargin;

export function checkLimits(limits: Limits): Issue[] {
  const { success, error } = Limits.safeParse(limits);
  if (success) return [];
  const wrong = new Set(error.issues.map(({ path }) => String(path[0])));
  return [...wrong].map((name) => ({
    path: `limits.${name}`,
    level: 'error',
    message: messageFor(name),
  }));
}

function messageFor(name: string): string {
  if (name === 'bodyBytes') return 'Enter a size between 1 KiB and 1 GiB.';
  const longest = name === 'bodyMilliseconds' ? 60 : 10;
  return `Enter a time between 0.1 s and ${longest} minutes.`;
}
