import type { z } from 'zod';
import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook } from '../../webhook/webhook.ts';

/** A webhook as a variant of the interface prints it, or what is wrong with it. */
export type RawReading =
  | {
      readonly kind: 'webhook';
      readonly webhook: Omit<Webhook, 'id'> & { readonly id: number | null };
    }
  /** `path` leads to what is wrong; `why` is a sentence without a value. */
  | { readonly kind: 'wrong'; readonly path: readonly PropertyKey[]; readonly why: string };

/**
 * Knows how the variants of the interface write webhooks: the domain does not. What answers of an
 * installation are read with stands behind it, so that a file is read as an answer is.
 */
export interface RawReader {
  /** The variant that these values are of, as far as that shows; `null` where they are no webhooks. */
  readonly variantOf: (values: readonly unknown[]) => VariantId | null;
  /** The shape of a webhook in an answer, for the names of its members. */
  readonly shape: z.ZodType;
  readonly read: (value: unknown, variant: VariantId) => RawReading;
}
