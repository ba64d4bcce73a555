import type { ExportFormat, WriteExportInput } from '#contract/bundle-export.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { NewPassphrase } from '../../../shared/secrets/new-passphrase.svelte.ts';

export class FileChoice {
  format = $state<ExportFormat>('bundle');
  variant = $state<VariantId>('B');
  withAddress = $state(false);
  sealed = $state(false);
  readonly passphrase = new NewPassphrase();

  readonly isSealed = $derived(this.format === 'bundle' && this.sealed);

  constructor(variant: VariantId) {
    this.variant = variant;
  }

  /** @param takeOut `key/place` of texts to remove as a whole */
  input(
    exportId: string,
    keep: readonly string[],
    takeOut: readonly string[] = [],
  ): WriteExportInput {
    return {
      exportId,
      format: this.format,
      variant: this.variant,
      keep: [...keep],
      takeOut: [...takeOut],
      withAddress: this.format === 'bundle' && this.withAddress,
      passphrase: this.isSealed ? this.passphrase.text : null,
    };
  }
}
