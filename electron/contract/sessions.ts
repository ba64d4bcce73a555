import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { ConnectionId, procedure } from './procedure.ts';

/**
 * How things stand with the auth token of one installation. Moments are by the clock of the machine that
 * Hookdesk runs on; the time left is counted from them. None of this holds the auth token itself.
 */
export const SessionState = z.discriminatedUnion('kind', [
  /** Requests go without an auth token, or to a practice installation, which needs nobody to look. */
  z.object({ kind: z.literal('none') }),
  /** A pasted auth token, which may be good; only the installation knows for how long. */
  z.object({ kind: z.literal('token') }),
  /** A pasted auth token worked, and is rejected now. Reads that were begun since wait for a new one. */
  z.object({ kind: z.literal('expired'), problem: Problem, waiting: z.int() }),
  /** Nobody is signed in; the next request signs in. */
  z.object({ kind: z.literal('signed-out') }),
  z.object({ kind: z.literal('signing-in') }),
  /**
   * Signed in until then, or before if it is past: the next request signs in anew. `null` where the
   * installation does not say how long the auth token is good for.
   */
  z.object({ kind: z.literal('signed-in'), until: z.date().nullable() }),
  /** Signing in anew while the auth token until then is still used. */
  z.object({ kind: z.literal('renewing'), until: z.date().nullable() }),
  /** Not let in. Tried again by the first request after `retryAt`; `null`: when a person changed something. */
  z.object({ kind: z.literal('refused'), problem: Problem, retryAt: z.date().nullable() }),
]);
export type SessionState = z.infer<typeof SessionState>;

/** How things stand with one connection now; `null` once it is no longer saved. */
export const SessionEvent = z.object({
  connectionId: z.string(),
  state: SessionState.nullable(),
});
export type SessionEvent = z.infer<typeof SessionEvent>;

export const sessionProcedures = {
  /** How things stand with every connection, and then each change, until the window stops watching. */
  watch: procedure.output(eventIterator(SessionEvent)),
  /**
   * Ends the auth token at the installation, where a user is signed in. The next request signs in anew,
   * also where a wrong password kept that from being tried. Pasted auth tokens are left alone.
   */
  signOut: procedure.input(ConnectionId).output(z.void()),
  /** A new auth token in the place of a pasted one that was rejected; what waits goes on with it. */
  giveToken: procedure
    .input(ConnectionId.extend({ authToken: z.string().min(1).max(65_536) }))
    .output(z.void()),
};
