import { couldBeWords } from './masking.ts';
import { KnownSecretMasker } from './known-secret-masker.ts';

const maxSecrets = 500;

/** Masks secrets of this process in the log and the diagnostics. */
export class SecretsInUse {
  readonly #secrets = new Set<string>();
  #masker: KnownSecretMasker | null = null;
  #messageMasker: KnownSecretMasker | null = null;

  add(secrets: readonly (string | null)[]): void {
    for (const secret of secrets) {
      if (secret === null || secret === '' || this.#secrets.has(secret)) continue;
      this.#secrets.add(secret);
      this.#masker = null;
      this.#messageMasker = null;
    }
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= maxSecrets) break;
      this.#secrets.delete(oldest);
    }
  }

  get all(): string[] {
    return [...this.#secrets];
  }

  mask(text: string): string {
    this.#masker ??= new KnownSecretMasker(...this.#secrets);
    return this.#masker.text(text);
  }

  maskMessage(text: string): string {
    this.#messageMasker ??= new KnownSecretMasker(
      ...this.all.filter((secret) => !couldBeWords.test(secret)),
    );
    return this.#messageMasker.text(text);
  }
}
