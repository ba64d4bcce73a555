import { z } from 'zod';

/** The exact request, with the auth token masked. */
export const OutboundRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
});
export type OutboundRequest = z.infer<typeof OutboundRequest>;
