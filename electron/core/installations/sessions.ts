import { EventPublisher } from '@orpc/server';
import type { SecretsInput } from '#contract/connections.ts';
import type { SessionEvent, SessionState } from '#contract/sessions.ts';
import type { Connection } from '#domain/installation/connection.ts';
import type { SecretName } from '#domain/installation/secrets.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import { credentialsOf, pastedToken } from '../connections/kept-access.ts';
import type { Address, Ports, Target } from '../ports.ts';
import { invalid, settingsChanged } from '../problems.ts';
import { passphraseNeeded } from '../vault/problems.ts';
import { PastedToken } from './pasted-token.ts';
import type { Session } from './session.ts';
import { SignInSession } from './sign-in-session.ts';

type Needs = Pick<Ports, 'clock' | 'signIn' | 'vault'>;

/** A session, and the settings that it was made for. */
interface Kept {
  readonly session: SignInSession | PastedToken;
  readonly madeFor: string;
}

/** What happened to the secrets by which a connection is let in. */
export type SecretsEntered = 'same' | 'entered' | 'forgotten';

/** What a person did to the secrets by which a connection is let in. */
export function secretsToEnter(
  given: SecretsInput,
  forget: readonly SecretName[] = [],
): SecretsEntered {
  if ((given.authToken ?? given.password ?? null) !== null) return 'entered';
  const forgotten = forget.includes('authToken') || forget.includes('password');
  return forgotten ? 'forgotten' : 'same';
}

/** The sessions of all connections: made when one is needed, ended when settings or secrets change. */
export class Sessions {
  readonly #ports: Needs;
  readonly #connections: Connections;
  readonly #kept = new Map<string, Kept>();
  readonly #endings = new Set<Promise<void>>();
  #closed = false;
  /** Ids of connections, told when the state of their session may be another. */
  readonly #changes = new EventPublisher<{ changed: string }>({ maxBufferedEvents: Infinity });

  constructor(ports: Needs, connections: Connections) {
    this.#ports = ports;
    this.#connections = connections;
  }

  /**
   * The session of a connection whose requests go to this target; `null` where they need none.
   *
   * @throws ProblemError `aborted` if the connection leads elsewhere by now: its auth token is not for
   * this target; the same once Hookdesk ends; `no-such-connection` if it is no longer saved
   */
  of(connectionId: string, { baseUrl }: Pick<Target, 'baseUrl'>): Session | null {
    const connection = this.#connections.find(connectionId);
    if (!needsSession(connection)) return null;
    if (this.#closed) throw ending();
    if (originOf(connection.baseUrl) !== originOf(baseUrl)) throw settingsChanged();
    return this.#sessionOf(connection);
  }

  /** How things stand with every saved connection, and then each change. Ends with the signal. */
  async *watch(signal?: AbortSignal): AsyncGenerator<SessionEvent, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    for (const { id } of this.#connections.saved()) yield this.#eventOf(id);
    for await (const id of changes) yield this.#eventOf(id);
  }

  /** Whether an installation rejects what is kept to sign in with, until a person enters something else. */
  isLockedOut(id: string): boolean {
    const state = this.#eventOf(id).state;
    return state?.kind === 'expired' || state?.kind === 'refused';
  }

  /** Waits until an installation is no longer locked out. @returns `false` when the signal ended that */
  async waitUntilLetIn(id: string, signal: AbortSignal): Promise<boolean> {
    const changes = this.#changes.subscribe('changed', { signal });
    try {
      while (this.isLockedOut(id)) await changes.next();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    } finally {
      await changes.return();
    }
  }

  /** Signs out of an installation that a person signed in to. Rejects if that cannot be made sure of. */
  async signOut(id: string, signal?: AbortSignal): Promise<void> {
    const session = this.#sessionOf(this.#connections.find(id));
    if (session instanceof SignInSession) await session.signOut(signal);
  }

  /** Keeps a new auth token in the place of one that was rejected; what waits goes on with it. */
  async giveToken(id: string, authToken: string): Promise<void> {
    const connection = this.#connections.find(id);
    const session = this.#sessionOf(connection);
    if (!(session instanceof PastedToken)) {
      const message = `${connection.name} does not use an auth token that is entered.`;
      throw invalid([{ path: 'authToken', level: 'error', message }]);
    }
    await this.#connections.secrets.keep(id, 'authToken', authToken);
    session.given();
  }

  /**
   * To be told after a connection was added or changed. Its session goes on where neither the way in
   * nor a secret of it is another; otherwise it is ended, in the background.
   */
  changed(id: string, secrets: SecretsEntered): void {
    if (secrets !== 'same') this.#end(id);
    this.#sessionOf(this.#connections.find(id));
    this.#tell(id);
  }

  /** To be told after a connection was removed. */
  removed(id: string): void {
    this.#end(id);
    this.#tell(id);
  }

  /** Signs out everywhere, for good; within a second or so, whatever the installations do. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const id of [...this.#kept.keys()]) this.#end(id);
    await Promise.all(this.#endings);
  }

  #sessionOf(connection: Connection): Kept['session'] | null {
    const { id, authentication } = connection;
    const madeFor = wayIn(connection);
    const kept = this.#kept.get(id);
    if (kept?.madeFor === madeFor) return kept.session;
    this.#end(id);
    if (!needsSession(connection)) return null;
    const session =
      authentication.kind === 'sign-in'
        ? this.#signInSession(connection)
        : this.#pastedToken(connection);
    this.#kept.set(id, { session, madeFor });
    return session;
  }

  #signInSession(connection: Connection): SignInSession {
    const { id } = connection;
    const { clock, signIn, vault } = this.#ports;
    /** Where it was signed in last: there it is signed out, whatever the settings say by then. */
    let address: Address | null = null;
    return new SignInSession({
      clock,
      signIn: async (signal) => {
        const credentials = await credentialsOf(this.#connections.secrets, connection);
        const now = await this.#connections.address(id);
        this.#checkWayIn(connection);
        address = now;
        return signIn.signIn(now, credentials, signal);
      },
      signOut: async (authToken, signal) => {
        if (address !== null) await signIn.signOut({ ...address, authToken }, signal);
      },
      // Whoever locks the vault means that nobody works with what is in it.
      locked: () => {
        const { status, kind } = vault.state();
        return status === 'locked' && kind === 'passphrase' ? passphraseNeeded() : null;
      },
      onChange: () => {
        this.#tell(id);
      },
    });
  }

  #pastedToken(connection: Connection): PastedToken {
    const kept = async (): Promise<string> => {
      const authToken = await pastedToken(this.#connections.secrets, connection);
      this.#checkWayIn(connection);
      return authToken;
    };
    const onChange = (): void => {
      this.#tell(connection.id);
    };
    return new PastedToken({ clock: this.#ports.clock, kept, onChange });
  }

  /** A secret that was just read may already be the one for another address or user. */
  #checkWayIn(connection: Connection): void {
    if (wayIn(this.#connections.find(connection.id)) !== wayIn(connection)) throw settingsChanged();
  }

  #end(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    const ending = kept.session.end().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  #tell(id: string): void {
    this.#changes.publish('changed', id);
  }

  #eventOf(id: string): SessionEvent {
    const connection = this.#connections.saved().find((each) => each.id === id);
    return { connectionId: id, state: connection === undefined ? null : this.#stateOf(connection) };
  }

  #stateOf(connection: Connection): SessionState {
    return this.#sessionOf(connection)?.state() ?? { kind: 'none' };
  }
}

/** The practice service gives its own auth token with its address. */
const needsSession = ({ practice, authentication }: Connection): boolean =>
  !practice && authentication.kind !== 'none';

/** The settings that an auth token depends on. */
const wayIn = ({ baseUrl, authentication }: Connection): string =>
  JSON.stringify([baseUrl, authentication]);

const ending = (): ProblemError =>
  plainError('aborted', 'Hookdesk is ending.', 'Nothing was sent.');

const originOf = (address: string): string => new URL(address).origin;
