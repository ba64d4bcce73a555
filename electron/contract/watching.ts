import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { WebhookChange } from '#domain/watching/webhook-change.ts';
import { ConnectionId, procedure } from './procedure.ts';

/** What a round found at one installation. */
export const RoundEvent = z.discriminatedUnion('state', [
  z.object({
    connectionId: z.string(),
    state: z.literal('read'),
    readAt: z.date(),
    /** Changes by others that no watch told of yet. Secrets are masked. */
    changes: z.array(WebhookChange),
  }),
  z.object({
    connectionId: z.string(),
    state: z.literal('failed'),
    problem: Problem,
    /** When it was read last; `null`: never. */
    readAt: z.date().nullable(),
  }),
]);
export type RoundEvent = z.infer<typeof RoundEvent>;

/** A watch calls `round` again and again. The marks of remote changes are its inbox: see `snapshots`. */
export const watchingProcedures = {
  /** Reads the lists of installations. `storesTimes`: also writes the times of unchanged lists to the disk. */
  round: procedure
    .input(z.object({ connectionIds: z.array(z.string()).max(1_000), storesTimes: z.boolean() }))
    .output(eventIterator(RoundEvent)),
  /** Later rounds leave these changes out, until the webhook changes again. */
  noteReported: procedure
    .input(
      ConnectionId.extend({
        changes: z.array(WebhookChange.pick({ key: true, noticedAt: true })),
      }),
    )
    .output(z.void()),
};
