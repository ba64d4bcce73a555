import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { ListedSummary, WebhookKey } from '#domain/webhook/listed.ts';
import { Webhook } from '#domain/webhook/webhook.ts';
import { ConnectionId, procedure } from './procedure.ts';

export const ReadManyEvent = z.discriminatedUnion('state', [
  z.object({ connectionId: z.string(), state: z.literal('waiting') }),
  z.object({
    connectionId: z.string(),
    state: z.literal('reading'),
    bytes: z.number(),
    webhooks: z.int(),
  }),
  z.object({
    connectionId: z.string(),
    state: z.literal('done'),
    readAt: z.date(),
    total: z.int(),
  }),
  z.object({ connectionId: z.string(), state: z.literal('failed'), problem: Problem }),
]);
export type ReadManyEvent = z.infer<typeof ReadManyEvent>;

export const WebhookAddress = ConnectionId.extend({ webhookId: z.int() });

export const ListEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), bytes: z.number(), webhooks: z.int() }),
  /** First rows of a long list that is still being read; `rows` repeats them. */
  z.object({ kind: z.literal('first'), rows: z.array(ListedSummary) }),
  z.object({ kind: z.literal('rows'), rows: z.array(ListedSummary) }),
  z.object({
    kind: z.literal('end'),
    readAt: z.date(),
    total: z.int(),
  }),
]);
export type ListEvent = z.infer<typeof ListEvent>;

export const webhookProcedures = {
  list: procedure.input(ConnectionId).output(eventIterator(ListEvent)),
  /** The rows become part of each installation's last list. */
  listAll: procedure
    .input(z.object({ connectionIds: z.array(z.string()).max(1_000) }))
    .output(eventIterator(ReadManyEvent)),
  /** Finds the text in name, URL, header names and template of the last list. */
  filter: procedure.input(ConnectionId.extend({ text: z.string() })).output(z.array(WebhookKey)),
  read: procedure.input(WebhookAddress).output(z.object({ webhook: Webhook, readAt: z.date() })),
};
