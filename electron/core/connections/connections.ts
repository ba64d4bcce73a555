import { EventPublisher } from '@orpc/server';
import pLimit from 'p-limit';
import type { ConnectionView, SecretsInput } from '#contract/connections.ts';
import {
  checkConnection,
  type Connection,
  type ConnectionSettings,
  copyName,
  type PracticeId,
  tidyConnection,
} from '#domain/installation/connection.ts';
import { checkPrivateKey } from '#domain/installation/pem.ts';
import { practiceIdOf } from '#domain/installation/practice.ts';
import {
  requiredSecretNames,
  type SecretName,
  secretStays,
} from '#domain/installation/secret-owner.ts';
import type { CertificateFacts, Trust } from '#domain/installation/trust.ts';
import { hostRefusal } from '#domain/managed/managed-settings.ts';
import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import type { Issue } from '#domain/issue.ts';
import { reorder } from '#domain/reorder.ts';
import {
  type Address,
  type CertificateFactsIn,
  plainRoute,
  type Ports,
  type Route,
  type Target,
} from '../ports.ts';
import { invalid, refusedError } from '../problems.ts';
import { ConnectionSecrets, everySecret, storedSecrets } from './connection-secrets.ts';
import { ConnectionUses } from './connection-uses.ts';
import { OwnedSecrets } from './owned-secrets.ts';

/** The saved installations: their settings, and their secrets in the vault. */
export class Connections {
  readonly #ports: Ports;
  readonly certificateFactsIn: CertificateFactsIn;
  readonly owned: OwnedSecrets;
  readonly secrets: ConnectionSecrets;
  readonly certificates = new SeenCertificates();
  readonly uses = new ConnectionUses();
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  /** Serializes changes: settings and secrets of two changes must not mix. */
  readonly #oneAtATime = pLimit(1);

  constructor(ports: Ports) {
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
    return this.saved().map((connection) => this.#view(connection));
  }

  add(settings: ConnectionSettings, secrets: SecretsInput): Promise<ConnectionView> {
    return this.#oneAtATime(async () => {
      const tidy = this.checked(settings, secrets, null);
      const connection: Connection = { ...tidy, id: this.#ports.newId(), practice: false };
      await this.#insert(connection, null, () => this.secrets.keepEntered(connection, secrets));
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
      await this.secrets.keepEntered(next, secrets);
      return this.#view(next);
    });
  }

  duplicate(id: string, withSecrets: boolean): Promise<ConnectionView> {
    return this.#oneAtATime(async () => {
      const original = this.find(id);
      if (original.practice) throw onlyOnePractice();
      const usedNames = this.saved().map((connection) => connection.name);
      const name = copyName(original.name, usedNames);
      // A watch of the copy would read the same installation twice.
      const copy: Connection = { ...original, id: this.#ports.newId(), name, watchMinutes: null };
      await this.#insert(copy, id, async () => {
        if (withSecrets) await this.secrets.copy(id, copy.id, requiredSecretNames(copy));
      });
      return this.#view(copy);
    });
  }

  /** Adds all connections or, when one is invalid, none. */
  addAll(settings: readonly ConnectionSettings[]): ConnectionView[] {
    const added = settings.map((ofOne): Connection => {
      const tidy = this.checked(ofOne, {}, null);
      return { ...tidy, id: this.#ports.newId(), practice: false };
    });
    this.#save([...this.saved(), ...added]);
    return added.map((connection) => this.#view(connection));
  }

  remove(id: string): Promise<void> {
    return this.#oneAtATime(() =>
      this.uses.remove(this.find(id), async () => {
        await this.secrets.drop(id, everySecret);
        this.#save(this.saved().filter((connection) => connection.id !== id));
      }),
    );
  }

  reorder(ids: readonly string[]): ConnectionView[] {
    for (const id of ids) this.find(id);
    this.#save(reorder(this.saved(), ids));
    return this.list();
  }

  /** Adds a practice installation, or gives the saved one its new address. */
  addPractice(practiceId: PracticeId, settings: ConnectionSettings): ConnectionView {
    const existing = this.saved().find(
      (connection) => connection.practice && practiceIdOf(connection) === practiceId,
    );
    if (existing !== undefined) {
      const { baseUrl, apiRoot } = settings;
      const moved: Connection = { ...existing, baseUrl, apiRoot };
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
    const connection = this.saved().find((saved) => saved.id === id);
    if (connection !== undefined) return connection;
    throw plainError(
      'no-such-connection',
      'This installation is no longer saved.',
      'Select another installation, or add this one again.',
    );
  }

  /** @throws ProblemError `read-only` */
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

  /** The address with its route: reads the key of the client certificate and the proxy's password. */
  async address(id: string): Promise<Address> {
    const connection = this.find(id);
    const place = await this.place(id);
    if (connection.practice) return { ...place, route: practiceRoute };
    const clientKey = await this.#requiredSecret(connection, 'clientKey');
    const proxyPassword = await this.#requiredSecret(connection, 'proxyPassword');
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

  /** @returns tidy settings that may be saved. @throws ProblemError `invalid`, or when their host is not allowed */
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

  /** Why managed settings do not allow the host; `null` when they do. The adapter refuses the requests themselves. */
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

  async #requiredSecret(connection: Connection, secret: SecretName): Promise<string | null> {
    return requiredSecretNames(connection).includes(secret)
      ? this.secrets.get(connection, secret)
      : null;
  }

  #view(connection: Connection): ConnectionView {
    return { ...connection, has: this.secrets.keptFor(connection) };
  }

  #replace(next: Connection): void {
    this.#save(this.saved().map((saved) => (saved.id === next.id ? next : saved)));
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

/** Issues never repeat a secret. */
function checkSecrets({ authToken, clientKey }: SecretsInput): Issue[] {
  return [
    ...(typeof authToken === 'string' ? checkAuthToken(authToken) : []),
    ...(typeof clientKey === 'string' ? checkPrivateKey(clientKey, 'clientKey') : []),
  ];
}

/** Characters allowed in a header value. Source: RFC 9110 §5.5. */
function checkAuthToken(authToken: string): Issue[] {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(authToken)) return [];
  const message = 'The auth token contains invalid characters. Copy the auth token again.';
  return [{ path: 'authToken', level: 'error', message }];
}

const maxSeenCertificates = 500;

/** Certificates that the core itself received. Only these can be pinned: the window's data is not trusted. */
class SeenCertificates {
  readonly #seen = new Map<string, CertificateFacts>();

  note(baseUrl: string, certificate: CertificateFacts): void {
    const key = keyOf(baseUrl, certificate.spkiSha256);
    this.#seen.delete(key);
    this.#seen.set(key, certificate);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > maxSeenCertificates && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Keeps a saved pin. Returns `null` for a certificate never received from this origin. */
  confirmed({ baseUrl, trust }: ConnectionSettings, saved: Trust | null): Trust | null {
    if (trust.kind !== 'pinned') return trust;
    const { spkiSha256 } = trust.certificate;
    if (saved?.kind === 'pinned' && saved.certificate.spkiSha256 === spkiSha256) return saved;
    const certificate = this.#seen.get(keyOf(baseUrl, spkiSha256));
    return certificate === undefined ? null : { kind: 'pinned', certificate };
  }
}

const keyOf = (baseUrl: string, spkiSha256: string): string =>
  `${URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''} ${spkiSha256}`;

/** The practice service runs on this machine: no proxy, no certificate. */
export const practiceRoute: Route = { ...plainRoute, proxy: { kind: 'none' }, practice: true };

export function routeOf(
  { trust, clientCertificate, proxy, limits }: ConnectionSettings,
  secrets: { readonly clientKey: string | null; readonly proxyPassword: string | null },
): Route {
  const { clientKey, proxyPassword } = secrets;
  return {
    trust,
    clientCertificate:
      clientCertificate === null || clientKey === null
        ? null
        : { pem: clientCertificate.pem, key: clientKey },
    proxy: proxy.kind === 'own' ? { ...proxy, password: proxyPassword } : proxy,
    limits,
  };
}
