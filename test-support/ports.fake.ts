import { createHash } from 'node:crypto';
import { type Connection, PracticeId } from '#domain/installation/connection.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { unmanaged } from '#domain/managed/managed-settings.ts';
import { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { patternFlags } from '#domain/publishing/edit-many.ts';
import { defaultSettings, type Settings } from '#contract/settings.ts';
import { certificateFactsIn } from '#adapters/http/tls/certificate-facts.ts';
import type { PracticeEvent, TokenValues } from '#contract/practice.ts';
import type {
  Address,
  PatternReplacer,
  Ports,
  PracticeControl,
  PracticeServices,
  Probe,
  SecretStore,
  SeenList,
  SignedIn,
  SignInService,
  Target,
} from '#core/ports.ts';
import type { SettingsStore } from '#core/store-ports.ts';
import { fakeBundleWorks } from './bundle-worker.fake.ts';
import { stoppedClock } from './clock.fake.ts';
import { FakeDraftStore } from './draft-store.fake.ts';
import { FakeInstallation, problem } from './installation.fake.ts';
import { FakeJournalStore } from './journal-store.fake.ts';
import { FakePauseStore } from './pause-store.fake.ts';
import { FakePlanStore } from './plan-store.fake.ts';
import { FakeSnapshotStore } from './snapshot-store.fake.ts';
import { FakeFilesToOpen, FakeLinksToOpen } from './files-to-open.fake.ts';
import { FakeTemplateStore } from './template-store.fake.ts';
import { FakeReceiver, FakeTestSender } from './test-sender.fake.ts';
import { FakeVault } from './vault.fake.ts';

/** Secrets in memory, in `secrets`. Fails on every call while `failing` is set. */
class FakeSecrets implements SecretStore {
  readonly secrets = new Map<string, string>();
  failing = false;
  /** What `secrets` holds, without the line with the owner. */
  get values(): Map<string, string> {
    const value = (text: string) => text.replace(/^\{"owner":.*\n/, '');
    return new Map([...this.secrets].map(([name, text]) => [name, value(text)]));
  }
  has(name: string): boolean {
    return this.secrets.has(name);
  }
  async get(name: string): Promise<string | null> {
    await this.#use();
    return this.secrets.get(name) ?? null;
  }
  async set(name: string, secret: string): Promise<void> {
    await this.#use();
    this.secrets.set(name, secret);
  }
  async clear(name: string): Promise<void> {
    if (!this.has(name)) return;
    await this.#use();
    this.secrets.delete(name);
  }
  #use(): Promise<void> {
    if (!this.failing) return Promise.resolve();
    return Promise.reject(
      new ProblemError(plainProblem('vault-failed', 'The keychain does not answer.', 'Unlock it.')),
    );
  }
}

/** Settings in memory. Saving connections fails while `failing` is set. */
export class FakeSettings implements SettingsStore {
  saved: readonly Connection[] = [];
  failing = false;
  #settings: Settings = defaultSettings;
  connections(): readonly Connection[] {
    return this.saved;
  }
  saveConnections(connections: readonly Connection[]): void {
    if (this.failing) {
      throw new ProblemError(plainProblem('storage-failed', 'The disk is full.', 'Make room.'));
    }
    this.saved = connections;
  }
  settings(): Settings {
    return this.#settings;
  }
  saveSettings(settings: Settings): void {
    this.#settings = settings;
  }
}

/** Records raised events and their installation; delivers nothing. */
class FakePracticeControl implements PracticeControl {
  readonly raised: { target: Target; event: PracticeEvent; values: TokenValues }[] = [];
  overview() {
    return Promise.resolve({ samples: { LOW: {}, MEDIUM: {}, HIGH: {}, CLEARED: {} } });
  }
  raise(target: Target, event: PracticeEvent, values: TokenValues) {
    this.raised.push({ target, event, values });
    const passedOver = { disabled: 0, otherType: 0, switchedOff: 0 };
    return Promise.resolve({ eventId: this.raised.length, deliveries: 0, passedOver });
  }
  changeWebhooks() {
    return Promise.resolve(0);
  }
  deliveries() {
    return Promise.resolve([]);
  }
  delivery(): Promise<never> {
    return Promise.reject(
      new ProblemError(plainProblem('practice-failed', 'There is none.', 'Raise an alert.')),
    );
  }
  clear(): Promise<void> {
    return Promise.resolve();
  }
}

/** Practice services without a server; each start after a stop has another address. */
class FakePractice extends FakePracticeControl implements PracticeServices {
  stopped = 0;
  start(id: PracticeId) {
    return Promise.resolve({
      baseUrl: `http://127.0.0.1:${4000 + 1000 * PracticeId.options.indexOf(id) + this.stopped}`,
      apiRoot: '/api/practice',
      authToken: `practice-token-${id}`,
    });
  }
  stop(): Promise<void> {
    this.stopped += 1;
    return Promise.resolve();
  }
}

/** An installation that accepts every sign-in, each with a new auth token. */
class FakeSignIn implements SignInService {
  readonly signedIn: string[] = [];
  readonly signedOut: (string | null)[] = [];
  signIn(_: Address, { username }: { username: string }): Promise<SignedIn> {
    this.signedIn.push(username);
    return Promise.resolve({
      authToken: `signed-in-token-${this.signedIn.length}`,
      issuedAt: new Date('2030-01-02T03:04:05Z'),
      expiresAt: new Date('2030-01-02T03:24:05Z'),
      version: null,
      supportedApiVersions: [],
      deprecatedApiVersions: [],
    });
  }
  signOut({ authToken }: Target): Promise<void> {
    this.signedOut.push(authToken);
    return Promise.resolve();
  }
}

/** Finds no certificate. Returns the `lists` by API root. */
class FakeProbe implements Probe {
  readonly lists = new Map<string, SeenList>();
  certificate(): Promise<never> {
    return Promise.reject(problem('unreachable'));
  }
  readList(_: Target, apiRoot: string): Promise<SeenList> {
    const none: SeenList = { status: 404, looksLike: 'none', webhooks: 0, problem: null };
    return Promise.resolve(this.lists.get(apiRoot) ?? none);
  }
}

/** Replaces without a time limit. */
class FakePatternReplacer implements PatternReplacer {
  replace(texts: readonly string[], edit: { find: string; replacement: string }) {
    const pattern = new RegExp(edit.find, patternFlags);
    return Promise.resolve(
      texts.map((text) =>
        text.search(pattern) < 0 ? null : text.replace(pattern, edit.replacement),
      ),
    );
  }
}

export type FakePorts = ReturnType<typeof fakePorts>;

/** Every port as a fake that a test can inspect. The text `secret-in-use` is masked. */
export function fakePorts() {
  let ids = 0;
  const secretsInUse = new SecretsInUse();
  secretsInUse.add(['secret-in-use']);
  return {
    webhooks: new FakeInstallation(),
    signIn: new FakeSignIn(),
    probe: new FakeProbe(),
    secrets: new FakeSecrets(),
    vault: new FakeVault(),
    settings: new FakeSettings(),
    practice: new FakePractice(),
    testSends: new FakeTestSender(),
    receiver: new FakeReceiver(),
    templates: new FakeTemplateStore(),
    drafts: new FakeDraftStore(),
    snapshots: new FakeSnapshotStore(),
    journal: new FakeJournalStore(),
    plans: new FakePlanStore(),
    pauses: new FakePauseStore(),
    machine: {
      system: 'Test 1.0, x64',
      runtime: 'Node 24.0.0',
      proxyVariables: [],
      withoutSandbox: false,
      person: () => 'ada',
      log: '/data/logs/hookdesk.log',
      crashReports: () => [],
      showLog: () => undefined,
    },
    secretsInUse,
    ...fakeBundleWorks(),
    patternReplacer: new FakePatternReplacer(),
    clock: stoppedClock,
    newId: () => `connection-${(ids += 1)}`,
    random: () => 0.5,
    certificateFactsIn,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    openExternal: () => Promise.resolve(),
    filesToOpen: new FakeFilesToOpen(),
    linksToOpen: new FakeLinksToOpen(),
    showProgress: () => undefined,
    managed: unmanaged,
    updater: null,
  } satisfies Ports;
}
