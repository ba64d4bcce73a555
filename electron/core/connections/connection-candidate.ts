import type { UnsavedConnection } from '#contract/connections.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import {
  type SecretName,
  secretStays,
  requiredSecretNames,
} from '#domain/installation/secret-owner.ts';
import { invalidField } from '../problems.ts';
import type { Address } from '../ports.ts';
import { type Connections, routeOf } from './connections.ts';
import type { Credentials } from './connection-secrets.ts';

/** How a candidate proves who it is. */
export type Access =
  | { readonly kind: 'auth-token'; readonly authToken: string | null }
  | { readonly kind: 'sign-in'; readonly credentials: Credentials };

/** A connection that may not be saved yet, resolved so that requests can be sent. */
export interface ConnectionCandidate {
  readonly address: Address;
  readonly access: Access;
}

/** Uses stored secrets for those not entered. @throws ProblemError `invalid` when a needed one is missing */
export async function resolveCandidate(
  connections: Connections,
  input: UnsavedConnection,
): Promise<ConnectionCandidate> {
  const practiceConnectionId = connectionIdOfPractice(connections, input);
  if (practiceConnectionId !== null) {
    const { authToken, ...address } = await connections.target(practiceConnectionId);
    return { address, access: { kind: 'auth-token', authToken } };
  }
  const settings = checkedSettings(connections, input);
  const secrets = new EnteredOrStoredSecrets(connections, input, settings);
  const address = await addressOf(settings, secrets);
  const { authentication } = settings;
  switch (authentication.kind) {
    case 'none':
      return { address, access: { kind: 'auth-token', authToken: null } };
    case 'auth-token': {
      const authToken = await secrets.need('authToken', 'Enter the auth token.');
      return { address, access: { kind: 'auth-token', authToken } };
    }
    case 'sign-in': {
      const { username } = authentication;
      const password = await secrets.need('password', 'Enter the password.');
      return { address, access: { kind: 'sign-in', credentials: { username, password } } };
    }
  }
}

/** The address of settings that may not be saved, without the secrets that sign in. */
export async function unsavedAddress(
  connections: Connections,
  input: UnsavedConnection,
): Promise<Address> {
  const practiceConnectionId = connectionIdOfPractice(connections, input);
  if (practiceConnectionId !== null) return connections.address(practiceConnectionId);
  const settings = checkedSettings(connections, input);
  return addressOf(settings, new EnteredOrStoredSecrets(connections, input, settings));
}

function checkedSettings(
  connections: Connections,
  { connectionId, settings, secrets }: UnsavedConnection,
): ConnectionSettings {
  const before = connectionId === null ? null : connections.find(connectionId);
  return connections.checked(settings, secrets, before);
}

/** The practice service has its own address, whatever the settings say. */
function connectionIdOfPractice(connections: Connections, { connectionId }: UnsavedConnection) {
  if (connectionId === null) return null;
  const { practice, id } = connections.find(connectionId);
  return practice ? id : null;
}

async function addressOf(
  settings: ConnectionSettings,
  secrets: EnteredOrStoredSecrets,
): Promise<Address> {
  const { baseUrl, apiRoot, variant, clientCertificate } = settings;
  const clientKey =
    clientCertificate === null
      ? null
      : await secrets.need('clientKey', 'Select the key file of the client certificate.');
  const proxyPassword = await secrets.find('proxyPassword');
  return { baseUrl, apiRoot, variant, route: routeOf(settings, { clientKey, proxyPassword }) };
}

class EnteredOrStoredSecrets {
  readonly #connections: Connections;
  readonly #input: UnsavedConnection;
  readonly #settings: ConnectionSettings;

  constructor(connections: Connections, input: UnsavedConnection, settings: ConnectionSettings) {
    this.#connections = connections;
    this.#input = input;
    this.#settings = settings;
  }

  /** Returns `null` when the settings do not need it, or when it was neither entered nor stored. */
  async find(secret: SecretName): Promise<string | null> {
    const { connectionId, secrets } = this.#input;
    if (!requiredSecretNames(this.#settings).includes(secret)) return null;
    const entered = secrets[secret] ?? null;
    if (entered !== null || connectionId === null) return entered;
    const saved = this.#connections.find(connectionId);
    // A stored secret is sent only to the origin that it was entered for.
    if (!secretStays(secret, saved, this.#settings)) return null;
    return this.#connections.secrets.get(saved, secret);
  }

  async need(secret: SecretName, message: string): Promise<string> {
    const value = await this.find(secret);
    if (value !== null) return value;
    throw invalidField(secret, message);
  }
}
