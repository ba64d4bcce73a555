import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { UnsavedConnection } from './connections.ts';
import { procedure } from './procedure.ts';

/** What an address answered to signing in or to reading the list. */
export const Sight = z.enum([
  'signed-in',
  /** Webhooks without payload types. */
  'variant-a',
  'variant-b',
  'empty-list',
  'needs-auth-token',
  'forbidden',
  'nothing',
  'not-the-interface',
  'wrong-credentials',
  'failed',
]);
export type Sight = z.infer<typeof Sight>;

/** The answer of one address. */
export const Observation = z.object({
  what: z.enum(['sign-in', 'list']),
  baseUrl: z.string(),
  /** `null` for signing in. */
  apiRoot: z.string().nullable(),
  sight: Sight,
  /** HTTP status; `null` without an answer, or for signing in. */
  status: z.int().nullable(),
  message: z.string(),
  problem: Problem.nullable(),
});
export type Observation = z.infer<typeof Observation>;

/** Settings of a connection that fit the answers. The first of several fits best. */
export const Proposal = z.object({
  baseUrl: z.string(),
  apiRoot: z.string(),
  variant: VariantId,
  /** Whether the read webhooks prove the variant. */
  certain: z.boolean(),
  reasons: z.array(z.string()),
});
export type Proposal = z.infer<typeof Proposal>;

export const DetectionEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    baseUrl: z.string(),
    apiRoot: z.string().nullable(),
    notes: z.array(z.string()),
  }),
  z.object({ kind: z.literal('looking'), what: Observation.shape.what, url: z.string() }),
  z.object({ kind: z.literal('seen'), observation: Observation }),
  z.object({
    kind: z.literal('end'),
    proposals: z.array(Proposal),
    advice: z.string().nullable(),
  }),
]);
export type DetectionEvent = z.infer<typeof DetectionEvent>;

export const detectionProcedures = {
  /** Ignores name, variant and API root. Only reads, apart from signing in and out. At most one minute. */
  detect: procedure.input(UnsavedConnection).output(eventIterator(DetectionEvent)),
};
