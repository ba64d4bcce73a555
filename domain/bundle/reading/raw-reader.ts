import type { z } from 'zod';
import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook } from '../../webhook/webhook.ts';

/** One value of a raw response, read. */
export type RawReading =
  | {
      readonly kind: 'webhook';
      readonly webhook: Omit<Webhook, 'id'> & { readonly id: number | null };
    }
  /** `why` never contains a value. */
  | { readonly kind: 'wrong'; readonly path: readonly PropertyKey[]; readonly why: string };

/**
 * Reads the JSON of an installation. The domain knows the names of its members (`fields`), not the forms of their
 * values: the implementation parses files as it parses responses.
 */
export interface RawReader {
  /** Returns `null` when the values are not webhooks. */
  readonly variantOf: (values: readonly unknown[]) => VariantId | null;
  readonly shape: z.ZodType;
  readonly read: (value: unknown, variant: VariantId) => RawReading;
}
