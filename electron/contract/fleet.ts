import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

/** How far reading one of several installations has come. */
export const FleetEvent = z.discriminatedUnion('state', [
  /** Others are read first. */
  z.object({ connectionId: z.string(), state: z.literal('waiting') }),
  z.object({
    connectionId: z.string(),
    state: z.literal('reading'),
    /** What has arrived so far. */
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
export type FleetEvent = z.infer<typeof FleetEvent>;
