import type { ExportFormat, WriteExportInput } from '#contract/bundle-export.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { NewPassphrase } from '../../new-passphrase.svelte.ts';

/** What somebody wants the file of an export to be. */
export class FileChoice {
  format = $state<ExportFormat>('bundle');
  /** Whose list the raw format is. */
  variant = $state<VariantId>('B');
  withAddress = $state(false);
  /** Whether a bundle is sealed with the passphrase. */
  sealed = $state(false);
  readonly passphrase = new NewPassphrase();

  readonly isSealed = $derived(this.format === 'bundle' && this.sealed);

  constructor(variant: VariantId) {
    this.variant = variant;
  }

  /**
   * As the host is asked for it. A passphrase counts only for a bundle that is to be sealed.
   *
   * @param keep names of the secrets that stay in it
   * @param takeOut texts that are taken out as a whole: `key/place`
   */
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
