import type { KeptSecrets, SecretsInput } from '#contract/connections.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { SecretName, requiredSecretNames } from '#domain/installation/secrets.ts';
import type { SecretStore } from '../ports.ts';

const inVault: Readonly<Record<SecretName, string>> = {
  authToken: 'auth-token',
  password: 'password',
  proxyPassword: 'proxy-password',
  clientKey: 'client-key',
};

const nameInVault = (connectionId: string, secret: SecretName): string =>
  `connection/${connectionId}/${inVault[secret]}`;

export class ConnectionSecrets {
  readonly #store: SecretStore;
  readonly #onchange: () => void;

  constructor(store: SecretStore, onchange: () => void) {
    this.#store = store;
    this.#onchange = onchange;
  }

  get(connectionId: string, secret: SecretName): Promise<string | null> {
    return this.#store.get(nameInVault(connectionId, secret));
  }

  async keep(connectionId: string, secret: SecretName, value: string): Promise<void> {
    await this.#store.set(nameInVault(connectionId, secret), value);
    this.#onchange();
  }

  async keepGiven(connection: Connection, given: SecretsInput): Promise<void> {
    for (const secret of usedBy(connection)) {
      const value = given[secret] ?? null;
      if (value !== null) await this.keep(connection.id, secret, value);
    }
  }

  async drop(connectionId: string, secrets: readonly SecretName[]): Promise<void> {
    for (const secret of secrets) await this.#store.clear(nameInVault(connectionId, secret));
    if (secrets.length > 0) this.#onchange();
  }

  /** Secrets never leave the core. */
  async copy(from: string, to: string, secrets: readonly SecretName[]): Promise<void> {
    for (const secret of secrets) {
      const value = await this.get(from, secret);
      if (value !== null) await this.keep(to, secret, value);
    }
  }

  /** Does not access the keychain. */
  keptFor(connection: Connection): KeptSecrets {
    const { id, practice } = connection;
    const used = usedBy(connection);
    const kept = (secret: SecretName): boolean =>
      used.includes(secret) && this.#store.has(nameInVault(id, secret));
    return {
      authToken: practice || kept('authToken'),
      password: kept('password'),
      proxyPassword: kept('proxyPassword'),
      clientKey: kept('clientKey'),
    };
  }
}

/** The practice service supplies its own credentials. */
const usedBy = (connection: Connection): SecretName[] =>
  connection.practice ? [] : requiredSecretNames(connection);

export const everySecret: readonly SecretName[] = SecretName.options;
