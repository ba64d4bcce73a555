import type { OwnToken } from '../../template/own-tokens.ts';
import type { SampleEdits } from '../../template/samples.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';

/** The webhooks of one installation, or drafts without one, that an export writes. */
export interface ExportSource {
  /** `null` for drafts without a saved installation. */
  readonly installation: {
    readonly name: string;
    readonly variant: VariantId;
    /** SHA-256 of the API root. */
    readonly fingerprint: string;
    /** `null` unless the user asked to have it in the file. */
    readonly address: string | null;
  } | null;
  readonly webhooks: readonly {
    /** `null` for a new or unaddressable webhook. */
    readonly id: number | null;
    readonly definition: WebhookDefinition;
    readonly unreported: readonly string[];
  }[];
  /** Names of headers that a person marked as secret. */
  readonly secretHeaders: readonly string[];
  readonly ownTokens: readonly OwnToken[];
  readonly sampleEdits: SampleEdits;
}
