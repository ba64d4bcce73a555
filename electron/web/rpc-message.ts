import { z } from 'zod';

/** Source: oRPC 1.16 (`standard-server-peer`). No procedure takes a stream or a file. */
const Request = z.object({
  i: z.string(),
  t: z.literal(1).optional(),
  p: z.object({
    u: z.string().startsWith('/'),
    h: z.record(z.string(), z.string()).optional(),
    m: z.string().optional(),
  }),
});
const Cancellation = z.object({ i: z.string(), t: z.literal(4) });
const Message = z.union([Request, Cancellation]);

export function isRpcMessage(data: unknown): boolean {
  if (typeof data !== 'string') return false;
  try {
    return Message.safeParse(JSON.parse(data)).success;
  } catch {
    return false;
  }
}
