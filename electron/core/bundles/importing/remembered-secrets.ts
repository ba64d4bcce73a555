import pLimit from 'p-limit';
import { z } from 'zod';
import { BoundSecret } from '#contract/bundle-import.ts';
import type { GivenSecret } from '../../plan-ports.ts';
import type { RememberedValues } from '../../preparing/proposal.ts';
import { ownerOfBundleValues } from '#domain/installation/secret-owner.ts';
import { nameInVault } from '../../connections/connection-secrets.ts';
import type { Connections } from '../../connections/connections.ts';
import { settingsChanged } from '../../problems.ts';

const StoredSecrets = z.array(BoundSecret.extend({ value: z.string() }));
type StoredSecrets = z.infer<typeof StoredSecrets>;

const nameOf = (connectionId: string): string => nameInVault(connectionId, 'bundleValues');

const isSame = (a: BoundSecret, b: BoundSecret): boolean =>
  a.name === b.name && a.destination === b.destination;

/**
 * The values that the vault remembers for secrets in files. A value belongs to one installation at its address,
 * one name and one destination: anybody can write a name into a file.
 */
export class RememberedSecrets implements RememberedValues {
  readonly #connections: Connections;
  readonly #oneAtATime = pLimit(1);

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Answers from the index, without unlocking the vault. */
  has(connectionId: string): boolean {
    return this.#connections.owned.has(nameOf(connectionId));
  }

  async of(connectionId: string): Promise<GivenSecret[]> {
    const secrets = await this.#read(connectionId);
    return secrets.map((secret) => ({ ...secret, remembered: true }));
  }

  async names(connectionId: string): Promise<BoundSecret[]> {
    const secrets = await this.#read(connectionId);
    return secrets.map(({ name, destination }) => ({ name, destination }));
  }

  keep(connectionId: string, secret: BoundSecret & { readonly value: string }): Promise<void> {
    const { name, destination, value } = secret;
    return this.#change(connectionId, (secrets) => [
      ...secrets.filter((stored) => !isSame(stored, secret)),
      { name, destination, value },
    ]);
  }

  forget(connectionId: string, secret: BoundSecret): Promise<void> {
    return this.#change(connectionId, (secrets) =>
      secrets.filter((stored) => !isSame(stored, secret)),
    );
  }

  forgetAll(connectionId: string): Promise<void> {
    return this.#oneAtATime(() => this.#connections.owned.clear(nameOf(connectionId)));
  }

  async #read(connectionId: string): Promise<StoredSecrets> {
    if (!this.has(connectionId)) return [];
    const stored = await this.#connections.owned.get(nameOf(connectionId));
    if (stored?.owner !== this.#ownerOf(connectionId)) return [];
    return StoredSecrets.parse(JSON.parse(stored.value));
  }

  #ownerOf(connectionId: string): string {
    const owner = ownerOfBundleValues(this.#connections.find(connectionId));
    if (owner === null) throw settingsChanged();
    return owner;
  }

  /** Serialized, because all values of a connection are stored as one text. */
  #change(connectionId: string, change: (secrets: StoredSecrets) => StoredSecrets): Promise<void> {
    return this.#oneAtATime(async () => {
      const name = nameOf(connectionId);
      const { owned } = this.#connections;
      const secrets = await this.#read(connectionId);
      const next = change(secrets);
      if (next.length > 0) await owned.set(name, this.#ownerOf(connectionId), JSON.stringify(next));
      else if (secrets.length > 0) await owned.clear(name);
    });
  }
}
