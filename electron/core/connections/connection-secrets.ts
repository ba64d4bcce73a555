import type { KeptSecrets, SecretAddress, SecretsInput } from '#contract/connections.ts';
import type { Connection } from '#domain/installation/connection.ts';
import {
  ownerInWords,
  secretOwner,
  ownerOfBundleValues,
  requiredSecretNames,
  secretLabels,
  SecretName,
  secretStays,
} from '#domain/installation/secret-owner.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { settingsChanged } from '../problems.ts';
import type { OwnedSecrets, StoredSecret } from './owned-secrets.ts';

const vaultNames: Readonly<Record<SecretAddress['kind'], string>> = {
  authToken: 'auth-token',
  password: 'password',
  proxyPassword: 'proxy-password',
  clientKey: 'client-key',
  bundleValues: 'bundle-secrets',
};

/** The name under which the vault has a secret of a connection. */
export const nameInVault = (connectionId: string, secret: SecretAddress['kind']): string =>
  `connection/${connectionId}/${vaultNames[secret]}`;

/** The secrets that the vault may hold for a connection, with their owners. */
export function storedSecrets(connection: Connection): StoredSecret[] {
  const { id, name: installation, practice } = connection;
  const owners = [
    ...(practice
      ? []
      : everySecret.map((secret) => [secret, secretOwner(secret, connection)] as const)),
    ['bundleValues', ownerOfBundleValues(connection)] as const,
  ];
  return owners.flatMap(([kind, owner]) =>
    owner === null ? [] : [{ name: nameInVault(id, kind), installation, kind, owner }],
  );
}

/** Reads and writes the secrets of saved connections, each only for the owner that it was entered for. */
export class ConnectionSecrets {
  readonly #store: OwnedSecrets;
  readonly #find: (connectionId: string) => Connection;
  readonly #onChange: () => void;

  constructor(
    store: OwnedSecrets,
    find: (connectionId: string) => Connection,
    onChange: () => void,
  ) {
    this.#store = store;
    this.#find = find;
    this.#onChange = onChange;
  }

  /** Throws when the secret belongs to another address than the connection has now. */
  async get(connection: Connection, secret: SecretName): Promise<string | null> {
    const stored = await this.#store.get(nameInVault(connection.id, secret));
    // The connection can change while the vault is read.
    if (!secretStays(secret, connection, this.#find(connection.id))) throw settingsChanged();
    if (stored === null) return null;
    const owner = secretOwner(secret, connection);
    if (owner !== null && owner === stored.owner) return stored.value;
    throw ofOtherOwner(connection, secret, stored.owner);
  }

  async keep(connection: Connection, secret: SecretName, value: string): Promise<void> {
    const owner = secretOwner(secret, connection);
    if (owner === null) throw settingsChanged();
    await this.#store.set(nameInVault(connection.id, secret), owner, value);
    this.#onChange();
  }

  async keepEntered(connection: Connection, entered: SecretsInput): Promise<void> {
    for (const secret of usedBy(connection)) {
      const value = entered[secret] ?? null;
      if (value !== null) await this.keep(connection, secret, value);
    }
  }

  async drop(connectionId: string, secrets: readonly SecretName[]): Promise<void> {
    for (const secret of secrets) await this.#store.clear(nameInVault(connectionId, secret));
    if (secrets.length > 0) this.#onChange();
  }

  /** The copies keep their owners. */
  async copy(from: string, to: string, secrets: readonly SecretName[]): Promise<void> {
    for (const secret of secrets) {
      const stored = await this.#store.get(nameInVault(from, secret));
      const { owner = null, value = '' } = stored ?? {};
      if (owner !== null) await this.#store.set(nameInVault(to, secret), owner, value);
    }
    this.#onChange();
  }

  /** Which secrets are stored for a connection. Does not access the keychain. */
  keptFor(connection: Connection): KeptSecrets {
    const { id, practice } = connection;
    const used = usedBy(connection);
    const isStored = (secret: SecretName): boolean =>
      used.includes(secret) && this.#store.has(nameInVault(id, secret));
    return {
      authToken: practice || isStored('authToken'),
      password: isStored('password'),
      proxyPassword: isStored('proxyPassword'),
      clientKey: isStored('clientKey'),
    };
  }
}

/** The practice service supplies its own credentials. */
const usedBy = (connection: Connection): SecretName[] =>
  connection.practice ? [] : requiredSecretNames(connection);

export const everySecret: readonly SecretName[] = SecretName.options;

const problemCodes = {
  authToken: 'unauthorized',
  password: 'unauthorized',
  proxyPassword: 'proxy-failed',
  clientKey: 'client-certificate',
} as const;

/** The settings file was changed by hand, or an older one was restored. */
function ofOtherOwner(
  connection: Connection,
  secret: SecretName,
  storedOwner: string | null,
): ProblemError {
  const { name } = connection;
  const label = secretLabels[secret];
  const currentOwner = ownerInWords(secretOwner(secret, connection) ?? connection.baseUrl);
  const reason =
    storedOwner === null
      ? 'Hookdesk does not know to which address it belongs'
      : `it belongs to ${ownerInWords(storedOwner)}`;
  return plainError(
    problemCodes[secret],
    `Enter ${label} again for ${name}: ${reason}, and the address is now ${currentOwner}.`,
    'Nothing was sent. Check the address in the installation settings before you enter it.',
  );
}

/** User name and password of a sign-in. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The auth token that a person entered. @throws ProblemError `unauthorized` when none is saved */
export async function enteredToken(
  secrets: ConnectionSecrets,
  connection: Connection,
): Promise<string> {
  const authToken = await secrets.get(connection, 'authToken');
  if (authToken !== null) return authToken;
  throw plainError(
    'unauthorized',
    `No auth token is saved for ${connection.name}.`,
    'Enter an auth token in the installation settings.',
  );
}

/** @throws ProblemError `unauthorized` when no password is saved */
export async function credentialsOf(
  secrets: ConnectionSecrets,
  connection: Connection,
): Promise<Credentials> {
  const { name, authentication } = connection;
  const password = await secrets.get(connection, 'password');
  if (authentication.kind === 'sign-in' && password !== null) {
    return { username: authentication.username, password };
  }
  throw plainError(
    'unauthorized',
    `No password is saved for ${name}.`,
    'Enter user name and password in the installation settings.',
  );
}
