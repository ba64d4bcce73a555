import { Masker } from './masker.ts';

const most = 500;

/** Masks secrets of this process in the log and the diagnostics. */
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

  get all(): string[] {
    return [...this.#secrets];
  }

  mask(text: string): string {
    this.#masker ??= new Masker(...this.#secrets);
    return this.#masker.text(text);
  }
}
