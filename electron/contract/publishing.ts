import { z } from 'zod';
import { FieldDifference } from '#domain/webhook/difference.ts';
import { Webhook } from '#domain/webhook/webhook.ts';

export const PublishOutcome = z.object({
  /** `not-applied`: nothing had changed. `unverified`: accepted, but reading back failed. */
  kind: z.enum(['identical', 'differs', 'not-applied', 'unverified']),
  /** Entry of the journal. */
  entryId: z.string(),
  created: z.boolean(),
  webhook: Webhook.nullable(),
  /** `before` is the intended value, `after` the value read back. */
  differences: z.array(FieldDifference),
  headersDiffer: z.boolean(),
  notes: z.array(z.string()),
});
export type PublishOutcome = z.infer<typeof PublishOutcome>;

/** Cancellable until `sending`. */
export const PublishEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step: z.enum(['checking', 'sending', 'reading-back']) }),
  z.object({ kind: z.literal('outcome'), outcome: PublishOutcome }),
]);
export type PublishEvent = z.infer<typeof PublishEvent>;
