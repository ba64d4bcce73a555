import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { ListedSummary, ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { ConnectionId, procedure } from './procedure.ts';

/** The list as it was last read, without asking the installation: rows in parts, then the end. */
export const LastListEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(ListedSummary) }),
  z.object({
    kind: z.literal('end'),
    /** `null` where it was never read, or where what was kept cannot be opened now. */
    readAt: z.date().nullable(),
    total: z.int(),
  }),
]);
export type LastListEvent = z.infer<typeof LastListEvent>;

/** A webhook that was changed on the installation past this Hookdesk, and that nobody has looked at yet. */
export const ElsewhereMark = z.object({
  key: WebhookKey,
  kind: z.enum(['changed', 'new', 'deleted']),
  /** When the change was seen. */
  seenAt: z.date(),
  /** Of a deleted one, as it was last read; the others are in the list. */
  was: ListedSummary.nullable(),
});
export type ElsewhereMark = z.infer<typeof ElsewhereMark>;

/** What is known of an installation without asking it. */
export const SnapshotState = z.object({
  /** When its list was last read; `null` where that is not known. */
  readAt: z.date().nullable(),
  marks: z.array(ElsewhereMark),
  /** Why what was read is in memory only, where the disk refuses it; it is tried again and again. */
  problem: Problem.nullable(),
});
export type SnapshotState = z.infer<typeof SnapshotState>;

/** A mark, opened: what somebody last knew, and what was read since. */
export const ElsewhereChange = z.object({
  kind: ElsewhereMark.shape.kind,
  seenAt: z.date(),
  /** `null` for a new one. */
  before: ListedWebhook.nullable(),
  /** `null` for a deleted one. */
  now: ListedWebhook.nullable(),
});
export type ElsewhereChange = z.infer<typeof ElsewhereChange>;

const KeyOfWebhook = ConnectionId.extend({ key: WebhookKey });

/** What was last read of installations; none of this asks them for anything. */
export const snapshotProcedures = {
  last: procedure.input(ConnectionId).output(eventIterator(LastListEvent)),
  /** One webhook as it was last read; both `null` where it never was, or is gone. */
  read: procedure
    .input(KeyOfWebhook)
    .output(z.object({ webhook: ListedWebhook.nullable(), readAt: z.date().nullable() })),
  /** How it stands, and again whenever that changes, until the window stops watching. */
  watch: procedure.input(ConnectionId).output(eventIterator(SnapshotState)),
  /** `null` where there is no mark any more. */
  change: procedure.input(KeyOfWebhook).output(ElsewhereChange.nullable()),
  /** Somebody has looked at these marks. One whose webhook has changed since that was seen stays. */
  seen: procedure
    .input(
      ConnectionId.extend({
        marks: z.array(ElsewhereMark.pick({ key: true, seenAt: true })),
      }),
    )
    .output(z.void()),
};
