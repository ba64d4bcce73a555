import { EventPublisher } from '@orpc/server';
import type { SecretsInput } from '#contract/connections.ts';
import type { SessionEvent, SessionState } from '#contract/sessions.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { SecretName } from '#domain/installation/secret-owner.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import { credentialsOf, enteredToken } from '../connections/connection-secrets.ts';
import type { Address, Ports, Target } from '../ports.ts';
import { invalidField, settingsChanged } from '../problems.ts';
import { passphraseNeeded } from '../vault/vault-problems.ts';
import { EnteredToken } from './entered-token.ts';
import type { Session } from './session.ts';
import { SignInSession } from './sign-in-session.ts';

interface OpenSession {
  readonly session: SignInSession | EnteredToken;
  /** The settings that it was opened for, as `sessionSettings` returns them. */
  readonly settings: string;
}

/** What a change of settings does to the stored auth token or password. */
export type SecretsChange = 'same' | 'entered' | 'forgotten';

export function secretsChangeOf(
  entered: SecretsInput,
  forget: readonly SecretName[] = [],
): SecretsChange {
  if ((entered.authToken ?? entered.password ?? null) !== null) return 'entered';
  const forgotten = forget.includes('authToken') || forget.includes('password');
  return forgotten ? 'forgotten' : 'same';
}

/** The sign-in session or entered token of each installation. */
export class Sessions {
  readonly #ports: Ports;
  readonly #connections: Connections;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #endings = new Set<Promise<void>>();
  #closed = false;
  readonly #changes = new EventPublisher<{ changed: string }>({ maxBufferedEvents: Infinity });

  constructor(ports: Ports, connections: Connections) {
    this.#ports = ports;
    this.#connections = connections;
  }

  /** Returns `null` when no token is needed. Throws when the origin changed: its token must not go there. */
  of(connectionId: string, { baseUrl }: Pick<Target, 'baseUrl'>): Session | null {
    const connection = this.#connections.find(connectionId);
    if (!needsSession(connection)) return null;
    if (this.#closed) throw isClosing();
    if (originOf(connection.baseUrl) !== originOf(baseUrl)) throw settingsChanged();
    return this.#sessionOf(connection);
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<SessionEvent, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    for (const { id } of this.#connections.saved()) yield this.#eventOf(id);
    for await (const id of changes) yield this.#eventOf(id);
  }

  /**
   * Whether a person must enter an auth token or a password before the next request, as `EnteredToken` and
   * `SignInSession` decide.
   */
  isSignInNeeded(id: string): boolean {
    const state = this.#eventOf(id).state;
    return state?.kind === 'expired' || state?.kind === 'refused';
  }

  /** @returns `false` when the signal aborted */
  async waitUntilSignedIn(id: string, signal: AbortSignal): Promise<boolean> {
    const changes = this.#changes.subscribe('changed', { signal });
    try {
      while (this.isSignInNeeded(id)) await changes.next();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    } finally {
      await changes.return();
    }
  }

  /** Rejects when the installation does not confirm it. */
  async signOut(id: string, signal?: AbortSignal): Promise<void> {
    const session = this.#sessionOf(this.#connections.find(id));
    if (session instanceof SignInSession) await session.signOut(signal);
  }

  /** Replaces a rejected auth token; waiting reads continue. */
  async giveToken(id: string, authToken: string): Promise<void> {
    const connection = this.#connections.find(id);
    const session = this.#sessionOf(connection);
    if (!(session instanceof EnteredToken)) {
      const { name } = connection;
      throw invalidField('authToken', `${name} does not use an entered auth token.`);
    }
    await this.#connections.secrets.keep(connection, 'authToken', authToken);
    session.tokenStored();
  }

  /** Must be called after a connection was added or changed. */
  followConnection(id: string, secrets: SecretsChange): void {
    if (secrets !== 'same') this.#end(id);
    this.#sessionOf(this.#connections.find(id));
    this.#notify(id);
  }

  /** Must be called after a connection was removed. */
  forgetConnection(id: string): void {
    this.#end(id);
    this.#notify(id);
  }

  /** Signs out everywhere, in about 1 s. No session starts after. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const id of [...this.#sessions.keys()]) this.#end(id);
    await Promise.all(this.#endings);
  }

  #sessionOf(connection: Connection): OpenSession['session'] | null {
    const { id, authentication } = connection;
    const settings = sessionSettings(connection);
    const open = this.#sessions.get(id);
    if (open?.settings === settings) return open.session;
    this.#end(id);
    if (!needsSession(connection)) return null;
    const session =
      authentication.kind === 'sign-in'
        ? this.#signInSession(connection)
        : this.#enteredToken(connection);
    this.#sessions.set(id, { session, settings });
    return session;
  }

  #signInSession(connection: Connection): SignInSession {
    const { id } = connection;
    const { clock, signIn, vault } = this.#ports;
    /** The address of the last sign-in: sign-out goes there, whatever the settings are. */
    let address: Address | null = null;
    return new SignInSession({
      clock,
      signIn: async (signal) => {
        const credentials = await credentialsOf(this.#connections.secrets, connection);
        const currentAddress = await this.#connections.address(id);
        this.#requireSameSettings(connection);
        address = currentAddress;
        return signIn.signIn(currentAddress, credentials, signal);
      },
      signOut: async (authToken, signal) => {
        if (address !== null) await signIn.signOut({ ...address, authToken }, signal);
      },
      // A locked passphrase vault also blocks tokens in memory.
      locked: () => {
        const { status, kind } = vault.state();
        return status === 'locked' && kind === 'passphrase' ? passphraseNeeded() : null;
      },
      onChange: () => this.#notify(id),
    });
  }

  #enteredToken(connection: Connection): EnteredToken {
    const readToken = async (): Promise<string> => {
      const authToken = await enteredToken(this.#connections.secrets, connection);
      this.#requireSameSettings(connection);
      return authToken;
    };
    const onChange = (): void => {
      this.#notify(connection.id);
    };
    return new EnteredToken({ clock: this.#ports.clock, readToken, onChange });
  }

  /** The secret just read may already belong to another address or user. */
  #requireSameSettings(connection: Connection): void {
    if (sessionSettings(this.#connections.find(connection.id)) !== sessionSettings(connection)) {
      throw settingsChanged();
    }
  }

  #end(id: string): void {
    const open = this.#sessions.get(id);
    if (open === undefined) return;
    this.#sessions.delete(id);
    const ending = open.session.end().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  #notify(id: string): void {
    this.#changes.publish('changed', id);
  }

  #eventOf(id: string): SessionEvent {
    const connection = this.#connections.saved().find((saved) => saved.id === id);
    return { connectionId: id, state: connection === undefined ? null : this.#stateOf(connection) };
  }

  #stateOf(connection: Connection): SessionState {
    return this.#sessionOf(connection)?.state() ?? { kind: 'none' };
  }
}

/** The practice service supplies its own auth token. */
const needsSession = ({ practice, authentication }: Connection): boolean =>
  !practice && authentication.kind !== 'none';

/** A session is valid only for these settings. */
const sessionSettings = ({ baseUrl, authentication }: Connection): string =>
  JSON.stringify([baseUrl, authentication]);

const isClosing = (): ProblemError =>
  plainError('aborted', 'Hookdesk is closing.', 'Nothing was sent.');

const originOf = (address: string): string => new URL(address).origin;
