import type { ConnectionView } from '#contract/index.ts';
import {
  checkConnection,
  type Connection,
  type ConnectionSettings,
  tidyConnection,
} from '#domain/installation/connection.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { invalid } from '../problems.ts';
import type { Ports, Target } from '../ports.ts';

const authTokenName = (connectionId: string): string => `connection/${connectionId}/auth-token`;

type Needs = Pick<Ports, 'secrets' | 'settings' | 'practice' | 'newId'>;

/** The saved connections, and the way from one to its target. */
export class Connections {
  readonly #ports: Needs;
  /** Whether a connection has an auth token, so that a list need not ask the keychain each time. */
  readonly #hasToken = new Map<string, boolean>();

  constructor(ports: Needs) {
    this.#ports = ports;
  }

  async list(): Promise<ConnectionView[]> {
    const views: ConnectionView[] = [];
    for (const connection of this.#ports.settings.connections()) {
      views.push(await this.#view(connection));
    }
    return views;
  }

  async add(settings: ConnectionSettings, authToken: string | null): Promise<ConnectionView> {
    const tidy = checked(settings);
    const connection: Connection = { ...tidy, id: this.#ports.newId(), practice: false };
    const given = tidy.authentication.kind === 'none' ? null : authToken;
    if (given !== null) await this.#keepToken(connection.id, given);
    try {
      this.#save([...this.#ports.settings.connections(), connection]);
    } catch (error) {
      if (given !== null) await this.#dropToken(connection.id);
      throw error;
    }
    return this.#view(connection);
  }

  /**
   * With `authToken` null the kept token stays, unless the connection no longer uses one, or goes to
   * another origin: a token belongs to the origin that it was entered for. It is dropped before the new
   * address is saved, and a new one is kept after, so that neither is ever there with the other's.
   */
  async change(
    id: string,
    settings: ConnectionSettings,
    authToken: string | null,
  ): Promise<ConnectionView> {
    const before = this.find(id);
    const tidy = checked(settings);
    const next: Connection = { ...tidy, id, practice: before.practice };
    const moved = originOf(next.baseUrl) !== originOf(before.baseUrl);
    if (moved || next.authentication.kind === 'none') await this.#dropToken(id);
    this.#save(this.#ports.settings.connections().map((each) => (each.id === id ? next : each)));
    if (authToken !== null && next.authentication.kind !== 'none')
      await this.#keepToken(id, authToken);
    return this.#view(next);
  }

  async remove(id: string): Promise<void> {
    this.find(id);
    await this.#dropToken(id);
    this.#save(this.#ports.settings.connections().filter((each) => each.id !== id));
  }

  /** Saves a connection to the practice service of a variant; one that is there gets its new address. */
  async addPractice(variant: VariantId, settings: ConnectionSettings): Promise<ConnectionView> {
    const saved = this.#ports.settings.connections();
    const known = saved.find((each) => each.practice && each.variant === variant);
    if (known !== undefined) {
      const { baseUrl, apiRoot } = settings;
      const moved: Connection = { ...known, baseUrl, apiRoot };
      this.#save(saved.map((each) => (each.id === known.id ? moved : each)));
      return this.#view(moved);
    }
    const connection: Connection = { ...settings, id: this.#ports.newId(), practice: true };
    this.#save([...saved, connection]);
    return this.#view(connection);
  }

  find(id: string): Connection {
    const connection = this.#ports.settings.connections().find((each) => each.id === id);
    if (connection !== undefined) return connection;
    throw new ProblemError(
      plainProblem(
        'no-such-connection',
        'This installation is no longer saved.',
        'Choose another one, or add it again.',
      ),
    );
  }

  /** Where requests for a connection go. The practice service has another address at each start. */
  async address(id: string): Promise<Omit<Target, 'authToken'>> {
    const { practice, baseUrl, apiRoot, variant } = this.find(id);
    if (!practice) return { baseUrl, apiRoot, variant };
    const running = await this.#ports.practice.start(variant);
    return { baseUrl: running.baseUrl, apiRoot: running.apiRoot, variant };
  }

  /** Where requests for a connection go, with its auth token. */
  async target(id: string): Promise<Target> {
    const { practice, baseUrl, apiRoot, variant, authentication, name } = this.find(id);
    if (practice) {
      const running = await this.#ports.practice.start(variant);
      return { ...running, variant };
    }
    if (authentication.kind === 'none') return { baseUrl, apiRoot, variant, authToken: null };
    const authToken = await this.#ports.secrets.get(authTokenName(id));
    if (authToken === null) {
      throw new ProblemError(
        plainProblem(
          'unauthorized',
          `No auth token is kept for ${name}.`,
          'Open the settings of the installation and enter one.',
        ),
      );
    }
    return { baseUrl, apiRoot, variant, authToken };
  }

  /** Where a test of unsaved settings goes; the kept token stands in for one not given anew. */
  async targetOf(
    id: string | null,
    settings: ConnectionSettings,
    authToken: string | null,
  ): Promise<Target> {
    const { baseUrl, apiRoot, variant, authentication } = checked(settings);
    if (id !== null && this.find(id).practice) return this.target(id);
    const address = { baseUrl, apiRoot, variant };
    if (authentication.kind === 'none') return { ...address, authToken: null };
    if (authToken !== null) return { ...address, authToken };
    // A kept token belongs to the origin that it was entered for, and goes to no other.
    const kept =
      id !== null && originOf(this.find(id).baseUrl) === originOf(baseUrl)
        ? await this.#ports.secrets.get(authTokenName(id))
        : null;
    if (kept === null) {
      throw invalid([{ path: 'authToken', level: 'error', message: 'Enter the auth token.' }]);
    }
    return { ...address, authToken: kept };
  }

  async #view(connection: Connection): Promise<ConnectionView> {
    const { id, practice, authentication } = connection;
    if (practice) return { ...connection, hasAuthToken: true };
    if (authentication.kind === 'none') return { ...connection, hasAuthToken: false };
    const hasAuthToken = this.#hasToken.get(id) ?? (await this.#lookForToken(id));
    return { ...connection, hasAuthToken };
  }

  /**
   * A token that cannot be read now is there as far as anybody knows: the list stays usable, and the
   * first request says what is wrong with the keychain.
   */
  async #lookForToken(id: string): Promise<boolean> {
    try {
      const found = (await this.#ports.secrets.get(authTokenName(id))) !== null;
      this.#hasToken.set(id, found);
      return found;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'vault-failed') return true;
      throw error;
    }
  }

  async #keepToken(id: string, authToken: string): Promise<void> {
    await this.#ports.secrets.set(authTokenName(id), authToken);
    this.#hasToken.set(id, true);
  }

  async #dropToken(id: string): Promise<void> {
    await this.#ports.secrets.clear(authTokenName(id));
    this.#hasToken.set(id, false);
  }

  #save(connections: readonly Connection[]): void {
    this.#ports.settings.saveConnections(connections);
  }
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

function checked(settings: ConnectionSettings): ConnectionSettings {
  const issues = checkConnection(settings);
  if (issues.length > 0) throw invalid(issues);
  return tidyConnection(settings);
}
