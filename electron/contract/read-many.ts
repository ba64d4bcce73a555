import { z } from 'zod';
import { Problem } from '#domain/problem.ts';

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
