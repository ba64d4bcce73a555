import { Masker } from './masker.ts';

/** So many secrets are known at a time; tokens that ended long ago are let go. */
const most = 500;

/** The secrets that this process has worked with, so that no log line and no diagnostics tell them. */
export class SecretsInUse {
  readonly #secrets = new Set<string>();
  #masker: Masker | null = null;

  add(secrets: readonly (string | null)[]): void {
    for (const secret of secrets) {
      if (secret === null || secret === '' || this.#secrets.has(secret)) continue;
      this.#secrets.add(secret);
      this.#masker = null;
    }
    for (const oldest of this.#secrets) {
      if (this.#secrets.size <= most) break;
      this.#secrets.delete(oldest);
    }
  }

  /** The text without any of them. */
  mask(text: string): string {
    this.#masker ??= new Masker(...this.#secrets);
    return this.#masker.text(text);
  }
}
