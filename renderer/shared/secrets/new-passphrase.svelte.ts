import { passphraseFault, passphraseStrength } from '#domain/vault/passphrase.ts';

export class NewPassphrase {
  text = $state('');
  again = $state('');
  /** Mistakes are hidden until a field loses focus or the form is submitted. */
  textLeft = $state(false);
  againLeft = $state(false);

  readonly strength = $derived(this.text === '' ? null : passphraseStrength(this.text));
  readonly textMistake: string | undefined = $derived(
    this.textLeft ? (passphraseFault(this.text) ?? undefined) : undefined,
  );
  readonly againMistake: string | undefined = $derived(
    this.againLeft && this.text !== this.again ? 'The passphrases do not match.' : undefined,
  );

  check(): boolean {
    this.textLeft = true;
    this.againLeft = true;
    return this.textMistake === undefined && this.againMistake === undefined;
  }
}
