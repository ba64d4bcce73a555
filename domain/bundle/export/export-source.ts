import type { OwnToken } from '../../template/own-tokens.ts';
import type { SampleEdits } from '../../template/samples.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';

/** One installation's part of an export, or drafts that belong to none. */
export interface ExportSource {
  readonly installation: {
    readonly name: string;
    readonly variant: VariantId;
    /** The connection's id. */
    readonly connection: string;
    /** `null` unless somebody asked for it to be in the file. */
    readonly address: string | null;
  } | null;
  readonly webhooks: readonly {
    /** `null` for one that is new, or that its id does not identify. */
    readonly id: number | null;
    readonly definition: WebhookDefinition;
    /** Fields that the installation did not report; they are left out of the file. */
    readonly unreported: readonly string[];
  }[];
  readonly ownTokens: readonly OwnToken[];
  readonly sampleEdits: SampleEdits;
}
