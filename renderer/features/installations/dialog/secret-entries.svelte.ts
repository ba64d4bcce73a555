import type { ConnectionView, SecretsInput } from '#contract/connections.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { SecretName, secretStays, requiredSecretNames } from '#domain/installation/secret-owner.ts';

/** Stored secrets are never shown. */
export class SecretEntries {
  readonly #connection: ConnectionView | null;
  typed = $state<Record<SecretName, string>>({
    authToken: '',
    password: '',
    proxyPassword: '',
    clientKey: '',
  });
  forgotten = $state<Partial<Record<SecretName, boolean>>>({});

  constructor(connection: ConnectionView | null) {
    this.#connection = connection;
  }

  /** A stored secret is bound to its origin, and a password also to its user. */
  isKept(secret: SecretName, settings: ConnectionSettings): boolean {
    const connection = this.#connection;
    if (connection?.has[secret] !== true || this.forgotten[secret] === true) return false;
    return secretStays(secret, connection, settings);
  }

  /** A secret that the connection was saved without is not required. */
  isMissing(secret: SecretName, settings: ConnectionSettings): boolean {
    if (this.#entered(secret) !== '' || this.forgotten[secret] === true) return false;
    if (this.isKept(secret, settings)) return false;
    const connection = this.#connection;
    if (connection === null || connection.has[secret]) return true;
    return !requiredSecretNames(connection).includes(secret);
  }

  given(settings: ConnectionSettings): SecretsInput {
    return Object.fromEntries(
      requiredSecretNames(settings)
        .map((secret) => [secret, this.#entered(secret)] as const)
        .filter(([, text]) => text !== ''),
    );
  }

  forget(): SecretName[] {
    return SecretName.options.filter(
      (secret) => this.forgotten[secret] === true && this.#entered(secret) === '',
    );
  }

  #entered(secret: SecretName): string {
    const text = this.typed[secret];
    // A password may begin or end with a blank; a pasted auth token often does by mistake.
    return secret === 'password' || secret === 'proxyPassword' ? text : text.trim();
  }
}
