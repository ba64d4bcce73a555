import type { KeptSecrets, SecretAddress, SecretsInput } from '#contract/connections.ts';
import type { Connection } from '#domain/installation/connection.ts';
import {
  ownerInWords,
  ownerOf,
  ownerOfBundleValues,
  requiredSecretNames,
  secretLabels,
  SecretName,
  secretStays,
} from '#domain/installation/secrets.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { settingsChanged } from '../problems.ts';
import type { OwnedSecrets, StoredSecret } from './owned-secrets.ts';

const inVault: Readonly<Record<SecretAddress['kind'], string>> = {
  authToken: 'auth-token',
  password: 'password',
  proxyPassword: 'proxy-password',
  clientKey: 'client-key',
  bundleValues: 'bundle-secrets',
};

export const nameInVault = (connectionId: string, secret: SecretAddress['kind']): string =>
  `connection/${connectionId}/${inVault[secret]}`;

/** The secrets that the vault may hold for a connection, with their owners. */
export function storedSecrets(connection: Connection): StoredSecret[] {
  const { id, name: installation, practice } = connection;
  const owners = [
    ...(practice ? [] : everySecret.map((each) => [each, ownerOf(each, connection)] as const)),
    ['bundleValues', ownerOfBundleValues(connection)] as const,
  ];
  return owners.flatMap(([kind, owner]) =>
    owner === null ? [] : [{ name: nameInVault(id, kind), installation, kind, owner }],
  );
}

export class ConnectionSecrets {
  readonly #store: OwnedSecrets;
  readonly #find: (connectionId: string) => Connection;
  readonly #onchange: () => void;

  constructor(
    store: OwnedSecrets,
    find: (connectionId: string) => Connection,
    onchange: () => void,
  ) {
    this.#store = store;
    this.#find = find;
    this.#onchange = onchange;
  }

  /** Throws when the secret belongs to another address than the connection has now. */
  async get(connection: Connection, secret: SecretName): Promise<string | null> {
    const found = await this.#store.get(nameInVault(connection.id, secret));
    // The connection can change while the vault is read.
    if (!secretStays(secret, connection, this.#find(connection.id))) throw settingsChanged();
    if (found === null) return null;
    const owner = ownerOf(secret, connection);
    if (owner !== null && owner === found.owner) return found.value;
    throw ofOtherOwner(connection, secret, found.owner);
  }

  async keep(connection: Connection, secret: SecretName, value: string): Promise<void> {
    const owner = ownerOf(secret, connection);
    if (owner === null) throw settingsChanged();
    await this.#store.set(nameInVault(connection.id, secret), owner, value);
    this.#onchange();
  }

  async keepGiven(connection: Connection, given: SecretsInput): Promise<void> {
    for (const secret of usedBy(connection)) {
      const value = given[secret] ?? null;
      if (value !== null) await this.keep(connection, secret, value);
    }
  }

  async drop(connectionId: string, secrets: readonly SecretName[]): Promise<void> {
    for (const secret of secrets) await this.#store.clear(nameInVault(connectionId, secret));
    if (secrets.length > 0) this.#onchange();
  }

  /** The copies keep their owners. */
  async copy(from: string, to: string, secrets: readonly SecretName[]): Promise<void> {
    for (const secret of secrets) {
      const found = await this.#store.get(nameInVault(from, secret));
      const { owner = null, value = '' } = found ?? {};
      if (owner !== null) await this.#store.set(nameInVault(to, secret), owner, value);
    }
    this.#onchange();
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

const codes = {
  authToken: 'unauthorized',
  password: 'unauthorized',
  proxyPassword: 'proxy-failed',
  clientKey: 'client-certificate',
} as const;

/** The settings file was changed by hand, or an older one was restored. */
function ofOtherOwner(
  connection: Connection,
  secret: SecretName,
  stored: string | null,
): ProblemError {
  const { name } = connection;
  const label = secretLabels[secret];
  const now = ownerInWords(ownerOf(secret, connection) ?? connection.baseUrl);
  const reason =
    stored === null
      ? 'Hookdesk does not know to which address it belongs'
      : `it belongs to ${ownerInWords(stored)}`;
  return plainError(
    codes[secret],
    `Enter ${label} again for ${name}: ${reason}, and the address is now ${now}.`,
    'Nothing was sent. Check the address in the installation settings before you enter it.',
  );
}
