import { EventPublisher } from '@orpc/server';
import pLimit from 'p-limit';
import type { ConnectionView, SecretsInput } from '#contract/connections.ts';
import {
  checkConnection,
  type Connection,
  type ConnectionSettings,
  copyName,
  type PracticeId,
  reorder,
  tidyConnection,
} from '#domain/installation/connection.ts';
import { type SecretName, secretStays, requiredSecretNames } from '#domain/installation/secrets.ts';
import { hostRefusal } from '#domain/managed/host-refusal.ts';
import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import type { Issue } from '#domain/webhook/check.ts';
import { practiceIdOf } from '#domain/installation/practice.ts';
import { invalid, refusedError } from '../problems.ts';
import type { Address, CertificateFactsIn, Ports, Target } from '../ports.ts';
import { checkSecrets } from './check-secrets.ts';
import { ConnectionSecrets, everySecret, storedSecrets } from './connection-secrets.ts';
import { ConnectionUses } from './connection-uses.ts';
import { OwnedSecrets } from './owned-secrets.ts';
import { practiceRoute, routeOf } from './route.ts';
import { SeenCertificates } from './seen-certificates.ts';

type Needs = Pick<
  Ports,
  'secrets' | 'settings' | 'practice' | 'newId' | 'certificateFactsIn' | 'managed'
>;

export class Connections {
  readonly #ports: Needs;
  readonly certificateFactsIn: CertificateFactsIn;
  readonly owned: OwnedSecrets;
  readonly secrets: ConnectionSecrets;
  readonly certificates = new SeenCertificates();
  readonly uses = new ConnectionUses();
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  /** Serializes changes: settings and secrets of two changes must not mix. */
  readonly #oneAtATime = pLimit(1);

  constructor(ports: Needs) {
    this.#ports = ports;
    this.certificateFactsIn = ports.certificateFactsIn;
    this.owned = new OwnedSecrets(ports.secrets, () => this.saved().flatMap(storedSecrets));
    this.secrets = new ConnectionSecrets(this.owned, (id) => this.find(id), this.#report);
  }

  onChange(listener: () => void): void {
    this.#changes.subscribe('changed', listener);
  }

  /** All connections, now and after each change of their settings or secrets. */
  async *watch(signal?: AbortSignal): AsyncGenerator<ConnectionView[], void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    yield this.list();
    while ((await changes.next()).done !== true) yield this.list();
  }

  list(): ConnectionView[] {
    return this.saved().map((each) => this.#view(each));
  }

  add(settings: ConnectionSettings, secrets: SecretsInput): Promise<ConnectionView> {
    return this.#oneAtATime(async () => {
      const tidy = this.checked(settings, secrets, null);
      const connection: Connection = { ...tidy, id: this.#ports.newId(), practice: false };
      await this.#insert(connection, null, () => this.secrets.keepGiven(connection, secrets));
      return this.#view(connection);
    });
  }

  /** Drops outdated secrets before saving, stores new ones after: no secret is used with wrong settings. */
  change(
    id: string,
    settings: ConnectionSettings,
    secrets: SecretsInput,
    forget: readonly SecretName[] = [],
  ): Promise<ConnectionView> {
    return this.#oneAtATime(async () => {
      const before = this.find(id);
      const tidy = this.checked(settings, secrets, before);
      const { practice, practiceId } = before;
      const next: Connection = { ...tidy, id, practice, ...(practiceId && { practiceId }) };
      const dropped = everySecret.filter(
        (secret) => forget.includes(secret) || !secretStays(secret, before, next),
      );
      await this.secrets.drop(id, dropped);
      this.#replace(next);
      await this.secrets.keepGiven(next, secrets);
      return this.#view(next);
    });
  }

  duplicate(id: string, withSecrets: boolean): Promise<ConnectionView> {
    return this.#oneAtATime(async () => {
      const original = this.find(id);
      if (original.practice) throw onlyOnePractice();
      const taken = this.saved().map((each) => each.name);
      const name = copyName(original.name, taken);
      const copy: Connection = { ...original, id: this.#ports.newId(), name };
      await this.#insert(copy, id, async () => {
        if (withSecrets) await this.secrets.copy(id, copy.id, requiredSecretNames(copy));
      });
      return this.#view(copy);
    });
  }

  /** Adds all connections or, when one is invalid, none. */
  addAll(settings: readonly ConnectionSettings[]): ConnectionView[] {
    const added = settings.map((each): Connection => {
      const tidy = this.checked(each, {}, null);
      return { ...tidy, id: this.#ports.newId(), practice: false };
    });
    this.#save([...this.saved(), ...added]);
    return added.map((each) => this.#view(each));
  }

  remove(id: string): Promise<void> {
    return this.#oneAtATime(() =>
      this.uses.remove(this.find(id), async () => {
        await this.secrets.drop(id, everySecret);
        this.#save(this.saved().filter((each) => each.id !== id));
      }),
    );
  }

  reorder(ids: readonly string[]): ConnectionView[] {
    for (const id of ids) this.find(id);
    this.#save(reorder(this.saved(), ids));
    return this.list();
  }

  addPractice(practiceId: PracticeId, settings: ConnectionSettings): ConnectionView {
    const known = this.saved().find((each) => each.practice && practiceIdOf(each) === practiceId);
    if (known !== undefined) {
      const { baseUrl, apiRoot } = settings;
      const moved: Connection = { ...known, baseUrl, apiRoot };
      this.#replace(moved);
      return this.#view(moved);
    }
    const id = this.#ports.newId();
    const connection: Connection = { ...settings, id, practice: true, practiceId };
    this.#save([...this.saved(), connection]);
    return this.#view(connection);
  }

  saved(): readonly Connection[] {
    return this.#ports.settings.connections();
  }

  find(id: string): Connection {
    const connection = this.saved().find((each) => each.id === id);
    if (connection !== undefined) return connection;
    throw plainError(
      'no-such-connection',
      'This installation is no longer saved.',
      'Select another installation, or add this one again.',
    );
  }

  findWritable(id: string): Connection {
    const connection = this.find(id);
    if (connection.readOnly) throw readOnly(connection.name);
    return connection;
  }

  /** The address without the route; reads no secret. */
  async place(id: string): Promise<Omit<Address, 'route'>> {
    const connection = this.find(id);
    const { baseUrl, apiRoot, variant, payloadTypePlace } = connection;
    if (!connection.practice) {
      // Omitted when the payload type is where the interface document places it.
      const elsewhere = payloadTypePlace === 'top-level' ? { payloadTypePlace } : {};
      return { baseUrl, apiRoot, variant, ...elsewhere };
    }
    // The practice service has a new address at each start.
    const running = await this.#ports.practice.start(practiceIdOf(connection));
    return { baseUrl: running.baseUrl, apiRoot: running.apiRoot, variant };
  }

  async address(id: string): Promise<Address> {
    const connection = this.find(id);
    const place = await this.place(id);
    if (connection.practice) return { ...place, route: practiceRoute };
    const clientKey = await this.#kept(connection, 'clientKey');
    const proxyPassword = await this.#kept(connection, 'proxyPassword');
    if (connection.clientCertificate !== null && clientKey === null) {
      throw plainError(
        'client-certificate',
        `No key is saved for the client certificate of ${connection.name}.`,
        'Open the installation settings and select the key file.',
      );
    }
    return { ...place, route: routeOf(connection, { clientKey, proxyPassword }) };
  }

  /** The session adds the auth token to each request; only the practice service's token is known here. */
  async target(id: string): Promise<Target> {
    const connection = this.find(id);
    if (connection.practice) {
      const running = await this.#ports.practice.start(practiceIdOf(connection));
      return { ...running, variant: connection.variant, route: practiceRoute };
    }
    const address = await this.address(id);
    return { ...address, authToken: null };
  }

  checked(
    settings: ConnectionSettings,
    secrets: SecretsInput,
    before: Connection | null,
  ): ConnectionSettings {
    const tidy = tidyConnection(settings);
    const trust = this.certificates.confirmed(tidy, before?.trust ?? null);
    const issues = [
      ...checkConnection(settings),
      ...checkSecrets(secrets),
      ...(trust === null ? [unseenCertificate] : []),
    ];
    if (trust === null || issues.length > 0) throw invalid(issues);
    // Other settings of a saved installation can be changed although its host is not allowed.
    const refusal = before?.baseUrl === tidy.baseUrl ? null : this.hostRefusal(tidy.baseUrl);
    if (refusal !== null) throw new ProblemError(refusal);
    return { ...tidy, trust };
  }

  /** By managed settings; the requests themselves are refused in the adapter. */
  hostRefusal(baseUrl: string): Problem | null {
    return hostRefusal(this.#ports.managed, new URL(baseUrl));
  }

  async #insert(
    connection: Connection,
    after: string | null,
    keepSecrets: () => Promise<void>,
  ): Promise<void> {
    try {
      await keepSecrets();
      const saved = this.saved();
      const place = after === null ? saved.length : saved.findIndex(({ id }) => id === after) + 1;
      this.#save(saved.toSpliced(place, 0, connection));
    } catch (error) {
      await this.secrets.drop(connection.id, everySecret);
      throw error;
    }
  }

  async #kept(connection: Connection, secret: SecretName): Promise<string | null> {
    return requiredSecretNames(connection).includes(secret)
      ? this.secrets.get(connection, secret)
      : null;
  }

  #view(connection: Connection): ConnectionView {
    return { ...connection, has: this.secrets.keptFor(connection) };
  }

  #replace(next: Connection): void {
    this.#save(this.saved().map((each) => (each.id === next.id ? next : each)));
  }

  #save(connections: readonly Connection[]): void {
    this.#ports.settings.saveConnections(connections);
    this.#report();
  }

  readonly #report = (): void => {
    this.#changes.publish('changed', null);
  };
}

const readOnly = (name: string): ProblemError =>
  plainError(
    'read-only',
    `${name} is marked read-only in Hookdesk.`,
    'Nothing was sent. Turn off read-only in the installation settings to make changes.',
  );

const onlyOnePractice = (): ProblemError =>
  refusedError(
    'A practice installation cannot be duplicated.',
    'Add a separate installation instead.',
  );

const unseenCertificate: Issue = {
  path: 'trust',
  level: 'error',
  message: 'View the certificate before you trust it.',
};
