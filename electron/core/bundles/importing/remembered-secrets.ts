import pLimit from 'p-limit';
import { z } from 'zod';
import { BoundSecret } from '#contract/bundle-import.ts';
import type { GivenSecret } from '../../bundle-ports.ts';
import type { SecretStore } from '../../ports.ts';

const Kept = z.array(BoundSecret.extend({ value: z.string() }));
type Kept = z.infer<typeof Kept>;

const nameInVault = (connectionId: string): string => `connection/${connectionId}/bundle-secrets`;

const isSame = (a: BoundSecret, b: BoundSecret): boolean =>
  a.name === b.name && a.destination === b.destination;

/** A value belongs to one installation, name and destination: anybody can write a name into a file. */
export class RememberedSecrets {
  readonly #store: SecretStore;
  readonly #oneAtATime = pLimit(1);

  constructor(store: SecretStore) {
    this.#store = store;
  }

  /** Answers from the index, without unlocking the vault. */
  has(connectionId: string): boolean {
    return this.#store.has(nameInVault(connectionId));
  }

  async of(connectionId: string): Promise<GivenSecret[]> {
    const kept = await this.#read(connectionId);
    return kept.map((secret) => ({ ...secret, remembered: true }));
  }

  async names(connectionId: string): Promise<BoundSecret[]> {
    const kept = await this.#read(connectionId);
    return kept.map(({ name, destination }) => ({ name, destination }));
  }

  keep(connectionId: string, secret: BoundSecret & { readonly value: string }): Promise<void> {
    const { name, destination, value } = secret;
    return this.#change(connectionId, (kept) => [
      ...kept.filter((each) => !isSame(each, secret)),
      { name, destination, value },
    ]);
  }

  forget(connectionId: string, secret: BoundSecret): Promise<void> {
    return this.#change(connectionId, (kept) => kept.filter((each) => !isSame(each, secret)));
  }

  forgetAll(connectionId: string): Promise<void> {
    return this.#oneAtATime(() => this.#store.clear(nameInVault(connectionId)));
  }

  async #read(connectionId: string): Promise<Kept> {
    if (!this.has(connectionId)) return [];
    const text = await this.#store.get(nameInVault(connectionId));
    return text === null ? [] : Kept.parse(JSON.parse(text));
  }

  /** Serialized, because all values of a connection are stored as one text. */
  #change(connectionId: string, change: (kept: Kept) => Kept): Promise<void> {
    return this.#oneAtATime(async () => {
      const name = nameInVault(connectionId);
      const kept = await this.#read(connectionId);
      const next = change(kept);
      if (next.length > 0) await this.#store.set(name, JSON.stringify(next));
      else if (kept.length > 0) await this.#store.clear(name);
    });
  }
}
