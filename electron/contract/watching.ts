import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { WatchMinutes } from '#domain/installation/connection.ts';
import { Problem } from '#domain/problem.ts';
import { WatchStatus } from '#domain/watching/watch-backoff.ts';
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

/** A change by others that no person has seen yet: a remote mark, with labels in place of values. */
export const ChangeByOthers = WebhookChange.omit({ parts: true, webhookId: true }).extend({
  connectionId: z.string(),
  /** Of the changed fields and headers. */
  changed: z.array(z.string()),
});
export type ChangeByOthers = z.infer<typeof ChangeByOthers>;

/** An installation that this host watches. */
export const WatchedView = z.object({
  connectionId: z.string(),
  minutes: WatchMinutes,
  /** `null` before the first round. */
  status: WatchStatus.nullable(),
  /** When it was read last; `null`: never. */
  readAt: z.date().nullable(),
  /** Why it cannot be read. */
  problem: Problem.nullable(),
});
export type WatchedView = z.infer<typeof WatchedView>;

/** The last round of this host that found changes by others. */
export const FoundChanges = z.object({
  /** Rises with each round that found some; 0 before the first. */
  round: z.int(),
  byInstallation: z.array(z.object({ connectionId: z.string(), count: z.int() })),
});
export type FoundChanges = z.infer<typeof FoundChanges>;

export const WatchingState = z.object({
  /** Newest first. Empty while the vault is locked. */
  changes: z.array(ChangeByOthers),
  watched: z.array(WatchedView),
  isReading: z.boolean(),
  found: FoundChanges,
});
export type WatchingState = z.infer<typeof WatchingState>;

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
  /** The inbox of the window, and what this host watches by itself. Of lists that were not loaded, see `load`. */
  watch: procedure.output(eventIterator(WatchingState)),
  /** Loads the stored lists of all installations, so that their changes are in the inbox. Contacts nothing. */
  load: procedure,
  /** Reads watched installations at once, also those whose sign-in was refused. Resolves at the end of the round. */
  readNow: procedure
    .input(z.object({ connectionIds: z.array(z.string()).max(1_000) }))
    .output(z.void()),
};
