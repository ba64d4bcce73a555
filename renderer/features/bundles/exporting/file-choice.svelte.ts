import type { ExportFormat } from '#contract/bundle-export.ts';
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
}
