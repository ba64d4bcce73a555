import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { ConnectionId, procedure } from './procedure.ts';

/** Times use the host's clock. Never contains the auth token. */
export const SessionState = z.discriminatedUnion('kind', [
  /** No auth token is used, or a practice installation manages its own. */
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('token') }),
  /** An entered token was rejected; `waiting` is the number of reads that wait for a new one. */
  z.object({ kind: z.literal('expired'), problem: Problem, waiting: z.int() }),
  z.object({ kind: z.literal('signed-out') }),
  z.object({ kind: z.literal('signing-in') }),
  /** `until` is `null` when the installation reports no lifetime. */
  z.object({ kind: z.literal('signed-in'), until: z.date().nullable() }),
  z.object({ kind: z.literal('renewing'), until: z.date().nullable() }),
  /** The next request after `retryAt` tries again; `null`: only after a change by the user. */
  z.object({ kind: z.literal('refused'), problem: Problem, retryAt: z.date().nullable() }),
]);
export type SessionState = z.infer<typeof SessionState>;

export const SessionEvent = z.object({
  connectionId: z.string(),
  state: SessionState.nullable(),
});
export type SessionEvent = z.infer<typeof SessionEvent>;

export const sessionProcedures = {
  watch: procedure.output(eventIterator(SessionEvent)),
  /** Invalidates the token and allows a new sign-in after a wrong password. Ignores entered tokens. */
  signOut: procedure.input(ConnectionId).output(z.void()),
  giveToken: procedure
    .input(ConnectionId.extend({ authToken: z.string().min(1).max(65_536) }))
    .output(z.void()),
};
