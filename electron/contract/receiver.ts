import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';
import { WireText } from './wire-text.ts';

/** A request that the receiver got, as a row of a list. */
export const ReceivedSummary = z.object({
  id: z.int(),
  at: z.date(),
  /** Both empty where what came was no HTTP. */
  method: z.string(),
  path: z.string(),
  /** Of the body. */
  bytes: z.int(),
  /** What it was answered with; `null` where the connection ended before. */
  status: z.int().nullable(),
});
export type ReceivedSummary = z.infer<typeof ReceivedSummary>;

/** A request exactly as it came over the wire. */
export const Received = ReceivedSummary.extend({
  /** Request line and headers with every line break, up to the empty line. */
  head: WireText,
  /** At most 1 MiB of it; what was sent in chunks is put together. */
  body: WireText,
});
export type Received = z.infer<typeof Received>;

/** How things stand with the receiver. */
export const ReceiverState = z.object({
  /** Such as `http://127.0.0.1:41234/`; `null` while it does not run. */
  address: z.string().nullable(),
  /** The status that it answers with. */
  status: z.int(),
  /** The newest first, 20 at most. */
  received: z.array(ReceivedSummary),
});
export type ReceiverState = z.infer<typeof ReceiverState>;

/**
 * The receiver: a server on this machine, reachable from this machine alone, that answers every request
 * with a chosen status and shows what came. It stops by itself after 30 minutes without anything.
 */
export const receiverProcedures = {
  /** The state now, and again whenever it changes. Watching does not start it. */
  watch: procedure.output(eventIterator(ReceiverState)),
  /** Also where it runs already. */
  start: procedure.output(ReceiverState),
  /** What was received stays until it is cleared. */
  stop: procedure.output(ReceiverState),
  /**
   * What it answers with from now on: 200 to 599. (100 to 199 are no answers: whoever asked would go
   * on waiting for one. RFC 9110 §15.2.)
   */
  answerWith: procedure
    .input(z.object({ status: z.int().min(200).max(599) }))
    .output(ReceiverState),
  read: procedure.input(z.object({ receivedId: z.int() })).output(Received),
  clear: procedure.output(ReceiverState),
};
