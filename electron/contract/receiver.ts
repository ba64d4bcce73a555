import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';
import { WireText } from './wire-text.ts';

export const ReceivedSummary = z.object({
  id: z.int(),
  at: z.date(),
  /** Both empty when the data was not HTTP. */
  method: z.string(),
  path: z.string(),
  bytes: z.int(),
  /** Status sent; `null` when the connection ended early. */
  status: z.int().nullable(),
});
export type ReceivedSummary = z.infer<typeof ReceivedSummary>;

export const Received = ReceivedSummary.extend({
  head: WireText,
  /** At most 1 MiB, chunks joined. */
  body: WireText,
});
export type Received = z.infer<typeof Received>;

export const ReceiverState = z.object({
  address: z.string().nullable(),
  status: z.int(),
  /** Newest first, at most 20. */
  received: z.array(ReceivedSummary),
});
export type ReceiverState = z.infer<typeof ReceiverState>;

/** HTTP server for this machine only; stops after 30 idle minutes. */
export const receiverProcedures = {
  watch: procedure.output(eventIterator(ReceiverState)),
  start: procedure.output(ReceiverState),
  stop: procedure.output(ReceiverState),
  /** 1xx statuses are not final (RFC 9110 §15.2). */
  answerWith: procedure
    .input(z.object({ status: z.int().min(200).max(599) }))
    .output(ReceiverState),
  read: procedure.input(z.object({ receivedId: z.int() })).output(Received),
  clear: procedure.output(ReceiverState),
};
