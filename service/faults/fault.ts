import { z } from 'zod';

/**
 * The kinds of faults. The operation runs only with `latency`, `reset-after` and `truncated`;
 * with all others nothing changes.
 */
export const FaultKind = z.enum([
  /** Delays the operation. */
  'latency',
  '401',
  /** With Retry-After. */
  '429',
  '500',
  /** With Retry-After. */
  '503',
  'hang',
  /** Resets the connection before the operation. */
  'reset-before',
  /** Resets the connection after the operation, before the response. */
  'reset-after',
  /** Runs the operation and sends half of the response. */
  'truncated',
  /** A sign-in page with status 200. */
  'html',
  /** JSON with status 200 that does not match the interface. */
  'wrong-shape',
  /** JSON with status 200 and a length of `bytes`. */
  'oversized',
  /** Status 302 to `location`. */
  'redirect',
]);
export type FaultKind = z.infer<typeof FaultKind>;

export const Fault = z.strictObject({
  kind: FaultKind.describe(
    'With latency, reset-after and truncated the request is carried out; with all others nothing ' +
      'changes.',
  ),
  share: z.number().gt(0).max(1).default(1).describe('Share of the requests.'),
  only: z
    .enum(['reads', 'writes'])
    .optional()
    .describe('Reads are GET requests, writes all others.'),
  next: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('After this many the fault is over; without it, it stays.'),
  milliseconds: z.int().min(0).max(600_000).default(1_000).describe('How long latency waits.'),
  retryAfter: z
    .int()
    .min(0)
    .max(86_400)
    .default(1)
    .describe('Seconds in the header Retry-After of 429 and 503.'),
  bytes: z
    .int()
    .min(1)
    .max(4_294_967_296)
    .default(83_886_080)
    .describe('Length of the body of oversized: more than most clients take.'),
  location: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/)
    .default('https://login.example/')
    .describe('Where redirect leads.'),
});
export type Fault = z.infer<typeof Fault>;
