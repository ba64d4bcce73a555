import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Problem } from '#domain/problem.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { UnsavedConnection } from './connections.ts';
import { procedure } from './procedure.ts';

/** What one look at an address showed. */
export const Sight = z.enum([
  /** Signing in is possible there, and went well. */
  'signed-in',
  /** A list of webhooks without payload types: variant A, as far as reading tells. */
  'variant-a',
  /** A list of webhooks with payload types: variant B. */
  'variant-b',
  /** A list of webhooks that holds none to tell the variant by. */
  'empty-list',
  /** Something is there that asks for an auth token, or for another one. */
  'needs-auth-token',
  /** Signed in or not, the way in is barred. */
  'forbidden',
  /** There is nothing at this address. */
  'nothing',
  /** Something answers, and it is not the interface. */
  'not-the-interface',
  /** User name or password is wrong. */
  'wrong-credentials',
  /** No answer came, or none that tells anything. */
  'failed',
]);
export type Sight = z.infer<typeof Sight>;

/** One look: at where signing in may be, or at where a list of webhooks may be. */
export const Observation = z.object({
  what: z.enum(['sign-in', 'list']),
  /** Where, taken apart. */
  baseUrl: z.string(),
  /** `null` for signing in, which has no API root. */
  apiRoot: z.string().nullable(),
  sight: Sight,
  /** Status of the answer; `null` where none came, or for signing in. */
  status: z.int().nullable(),
  /** In words. */
  message: z.string(),
  /** What stood in the way, with the raw answer; `null` where nothing did. */
  problem: Problem.nullable(),
});
export type Observation = z.infer<typeof Observation>;

/** Settings that what was seen speaks for. A person decides. */
export const Proposal = z.object({
  baseUrl: z.string(),
  apiRoot: z.string(),
  variant: VariantId,
  /** Whether webhooks were read that show the variant. */
  certain: z.boolean(),
  /** What speaks for it, and what should be known besides, a sentence each. */
  reasons: z.array(z.string()),
});
export type Proposal = z.infer<typeof Proposal>;

export const DetectionEvent = z.discriminatedUnion('kind', [
  /** What was typed, taken apart. */
  z.object({
    kind: z.literal('begin'),
    baseUrl: z.string(),
    /** `null` where none was typed. */
    apiRoot: z.string().nullable(),
    /** What was added to what was typed or left out of it, a sentence each. */
    notes: z.array(z.string()),
  }),
  z.object({ kind: z.literal('looking'), what: Observation.shape.what, url: z.string() }),
  z.object({ kind: z.literal('seen'), observation: Observation }),
  z.object({
    kind: z.literal('end'),
    /** The best first; none where nothing spoke for any. */
    proposals: z.array(Proposal),
    /** What to do where there are none, or they are uncertain; `null` where nothing is left to do. */
    advice: z.string().nullable(),
  }),
]);
export type DetectionEvent = z.infer<typeof DetectionEvent>;

export const detectionProcedures = {
  /**
   * Looks where an installation's webhooks are, and of which variant: `settings.baseUrl` is whatever was
   * typed or pasted, the other settings say how to get there and in. Their name, variant and API root
   * count for nothing. Signs in where there is a user, and out again; apart from that it only reads. It
   * ends within a minute. Secrets that are not given and not kept are done without.
   */
  detect: procedure.input(UnsavedConnection).output(eventIterator(DetectionEvent)),
};
