import { z } from 'zod';
import { FieldDifference } from '#domain/webhook/difference.ts';
import { Webhook } from '#domain/webhook/webhook.ts';

/** What the service holds after publishing, held against what was meant. */
export const PublishOutcome = z.object({
  /**
   * `identical`: read back, and it is what was meant. `differs`: read back, and it is not.
   * `not-applied`: reading showed that nothing had changed. `unverified`: the service accepted the
   * request, and then could not be read.
   */
  kind: z.enum(['identical', 'differs', 'not-applied', 'unverified']),
  created: z.boolean(),
  /** The webhook as read back; `null` where there is none. */
  webhook: Webhook.nullable(),
  /** Fields in which meant (`before`) and read back (`after`) differ. */
  differences: z.array(FieldDifference),
  /** The headers that were read back are not those that were meant. */
  headersDiffer: z.boolean(),
  /** What a person should know besides, such as how a new id was told apart from equal ones. */
  notes: z.array(z.string()),
});
export type PublishOutcome = z.infer<typeof PublishOutcome>;

/** Publishing in steps; it can be cancelled until `sending`. */
export const PublishEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step: z.enum(['checking', 'sending', 'reading-back']) }),
  z.object({ kind: z.literal('outcome'), outcome: PublishOutcome }),
]);
export type PublishEvent = z.infer<typeof PublishEvent>;
