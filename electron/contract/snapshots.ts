import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { ListedSummary, ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { ConnectionId, procedure } from './procedure.ts';

export const LastListEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(ListedSummary) }),
  z.object({
    kind: z.literal('end'),
    readAt: z.date().nullable(),
    total: z.int(),
  }),
]);
export type LastListEvent = z.infer<typeof LastListEvent>;

/** A change by someone else that the user has not viewed yet. */
export const RemoteMarkSummary = z.object({
  key: WebhookKey,
  kind: z.enum(['changed', 'new', 'deleted']),
  seenAt: z.date(),
  /** Last known state of a deleted webhook, otherwise `null`. */
  was: ListedSummary.nullable(),
});
export type RemoteMarkSummary = z.infer<typeof RemoteMarkSummary>;

export const SnapshotState = z.object({
  readAt: z.date().nullable(),
  marks: z.array(RemoteMarkSummary),
  /** Why the snapshot is not on disk; writing is retried. */
  problem: Problem.nullable(),
});
export type SnapshotState = z.infer<typeof SnapshotState>;

/** The webhook `before` the change by someone else, and as last read. */
export const RemoteMarkDetails = z.object({
  kind: RemoteMarkSummary.shape.kind,
  seenAt: z.date(),
  before: ListedWebhook.nullable(),
  now: ListedWebhook.nullable(),
});
export type RemoteMarkDetails = z.infer<typeof RemoteMarkDetails>;

export const KeyOfWebhook = ConnectionId.extend({ key: WebhookKey });

/** Never contacts the installation. */
export const snapshotProcedures = {
  last: procedure.input(ConnectionId).output(eventIterator(LastListEvent)),
  read: procedure
    .input(KeyOfWebhook)
    .output(z.object({ webhook: ListedWebhook.nullable(), readAt: z.date().nullable() })),
  watch: procedure.input(ConnectionId).output(eventIterator(SnapshotState)),
  change: procedure.input(KeyOfWebhook).output(RemoteMarkDetails.nullable()),
  /** Keeps a mark whose webhook changed again after `seenAt`. */
  seen: procedure
    .input(
      ConnectionId.extend({
        marks: z.array(RemoteMarkSummary.pick({ key: true, seenAt: true })),
      }),
    )
    .output(z.void()),
};
