import { z } from 'zod';

/** A request exactly as it would leave for an installation, the auth token masked. */
export const OutboundRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The body's text; `null` for none. */
  body: z.string().nullable(),
});
export type OutboundRequest = z.infer<typeof OutboundRequest>;
