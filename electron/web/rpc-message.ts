import { z } from 'zod';

/**
 * The two kinds of message that a window sends, in the form of oRPC 1.16 (`standard-server-peer`): a
 * request to a procedure, and the end of one that is still going on. No procedure takes a stream or a
 * file, so that neither stream events nor binary messages are among them.
 */
const Request = z.object({
  i: z.string(),
  t: z.literal(1).optional(),
  p: z.object({
    /** The procedure's path. */
    u: z.string().startsWith('/'),
    h: z.record(z.string(), z.string()).optional(),
    m: z.string().optional(),
  }),
});
const Cancellation = z.object({ i: z.string(), t: z.literal(4) });
const Message = z.union([Request, Cancellation]);

/** Whether what arrived on a web socket is a message that the RPC handler understands. */
export function isRpcMessage(data: unknown): boolean {
  if (typeof data !== 'string') return false;
  try {
    return Message.safeParse(JSON.parse(data)).success;
  } catch {
    return false;
  }
}
