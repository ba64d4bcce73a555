import type { ConnectionView, SecretsInput } from '#contract/connections.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { SecretName, secretStays, secretsUsed } from '#domain/installation/secrets.ts';

/** The secrets of a connection as a person enters, keeps or forgets them. None is ever shown. */
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

  /** Whether a kept secret goes on to be used: it belongs to its origin, a password to its user. */
  isKept(secret: SecretName, settings: ConnectionSettings): boolean {
    const connection = this.#connection;
    if (connection?.has[secret] !== true || this.forgotten[secret] === true) return false;
    return secretStays(secret, connection, settings);
  }

  /** Whether there is one to be used, be it kept or new. */
  isThere(secret: SecretName, settings: ConnectionSettings): boolean {
    return this.#entered(secret) !== '' || this.isKept(secret, settings);
  }

  /** Whether a person must enter it before saving: not where they saved without it before. */
  isMissing(secret: SecretName, settings: ConnectionSettings): boolean {
    if (this.isThere(secret, settings) || this.forgotten[secret] === true) return false;
    return this.#connection === null || this.#connection.has[secret] || this.#isNew(secret);
  }

  /** What was entered, as far as these settings use it. */
  given(settings: ConnectionSettings): SecretsInput {
    return Object.fromEntries(
      secretsUsed(settings)
        .map((secret) => [secret, this.#entered(secret)] as const)
        .filter(([, text]) => text !== ''),
    );
  }

  /** What is kept and is to go. */
  forget(): SecretName[] {
    return SecretName.options.filter(
      (secret) => this.forgotten[secret] === true && this.#entered(secret) === '',
    );
  }

  #entered(secret: SecretName): string {
    const text = this.typed[secret];
    // A password may begin or end with a blank; what is pasted as an auth token often does by mistake.
    return secret === 'password' || secret === 'proxyPassword' ? text : text.trim();
  }

  /** Whether the connection as it is saved does not use it at all. */
  #isNew(secret: SecretName): boolean {
    return this.#connection !== null && !secretsUsed(this.#connection).includes(secret);
  }
}
