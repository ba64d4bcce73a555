import type { OwnToken } from '../../template/own-tokens.ts';
import type { SampleEdits } from '../../template/samples.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';

/** The webhooks and drafts of one installation that an export writes. */
export interface ExportSource {
  /** `null` for drafts of an installation that was removed. */
  readonly installation: {
    readonly name: string;
    readonly variant: VariantId;
    /** SHA-256 of the API root. */
    readonly fingerprint: string;
    /** `null` unless the user asked to have it in the file. */
    readonly address: string | null;
  } | null;
  readonly webhooks: readonly {
    /** `null` for a new webhook, or one without a unique id. */
    readonly id: number | null;
    readonly definition: WebhookDefinition;
    /** Fields that the installation did not report. */
    readonly unreported: readonly string[];
  }[];
  /** Names of headers that the user marked as secret. */
  readonly secretHeaders: readonly string[];
  readonly ownTokens: readonly OwnToken[];
  /** Sample values of placeholders that the user changed. */
  readonly sampleEdits: SampleEdits;
}
