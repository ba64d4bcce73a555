import { passphraseFault, passphraseStrength } from '#domain/vault/passphrase.ts';

/** A passphrase that somebody is choosing, typed twice. */
export class NewPassphrase {
  text = $state('');
  again = $state('');
  /** Whether each was left, or something was tried: mistakes are not shown to who is still typing. */
  textLeft = $state(false);
  againLeft = $state(false);

  /** What is said of it while it is typed; `null` before there is anything. */
  readonly strength = $derived(this.text === '' ? null : passphraseStrength(this.text));
  readonly textMistake: string | undefined = $derived(
    this.textLeft ? (passphraseFault(this.text) ?? undefined) : undefined,
  );
  readonly againMistake: string | undefined = $derived(
    this.againLeft && this.text !== this.again ? 'The two are not the same.' : undefined,
  );

  /** Shows what is wrong from now on, and says whether nothing is. */
  check(): boolean {
    this.textLeft = true;
    this.againLeft = true;
    return this.textMistake === undefined && this.againMistake === undefined;
  }
}
