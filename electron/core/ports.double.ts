import type { Connection } from '#domain/installation/connection.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { defaultSettings, type Settings } from '#contract/settings.ts';
import type { PracticeEvent, TokenValues } from '#contract/practice.ts';
import type {
  Address,
  Clock,
  Ports,
  PracticeControl,
  PracticeServices,
  Probe,
  SecretsInUse,
  SecretStore,
  SeenList,
  SettingsStore,
  SignedIn,
  SignInService,
  Target,
} from './ports.ts';
import { bundleWorksDouble } from './bundle-works.double.ts';
import { DraftStoreDouble } from './drafts/draft-store.double.ts';
import { InstallationDouble, problem } from './installation.double.ts';
import { JournalStoreDouble } from './kept/journal-store.double.ts';
import { PlanStoreDouble } from './kept/plan-store.double.ts';
import { SnapshotStoreDouble } from './kept/snapshot-store.double.ts';
import { OfferedFilesDouble } from './offered-files.double.ts';
import { TemplateStoreDouble } from './templates/template-store.double.ts';
import { ReceiverDouble, TrialSenderDouble } from './trials/trials.double.ts';
import { VaultDouble } from './vault/vault.double.ts';

/** Secrets in memory; `secrets` is what is kept. Fails on every call while `failing` is set. */
class SecretsDouble implements SecretStore {
  readonly secrets = new Map<string, string>();
  failing = false;
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
class SettingsDouble implements SettingsStore {
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

/** Practice services that are nowhere; each start after a stop has another address. */
class PracticeDouble implements PracticeServices {
  stopped = 0;
  start(variant: 'A' | 'B') {
    return Promise.resolve({
      baseUrl: `http://127.0.0.1:${(variant === 'A' ? 4000 : 5000) + this.stopped}`,
      apiRoot: '/api/practice',
      authToken: `practice-token-${variant}`,
    });
  }
  stop(): Promise<void> {
    this.stopped += 1;
    return Promise.resolve();
  }
}

/** Notes what was raised, and where; nothing is ever delivered. */
class PracticeControlDouble implements PracticeControl {
  readonly raised: { target: Target; event: PracticeEvent; values: TokenValues }[] = [];
  overview() {
    return Promise.resolve({ samples: { LOW: {}, MEDIUM: {}, HIGH: {}, CLEARED: {} } });
  }
  raise(target: Target, event: PracticeEvent, values: TokenValues) {
    this.raised.push({ target, event, values });
    const passedOver = { disabled: 0, otherType: 0, switchedOff: 0 };
    return Promise.resolve({ eventId: this.raised.length, deliveries: 0, passedOver });
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

/** An installation at which anybody signs in; each time with another auth token. */
class SignInDouble implements SignInService {
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

/** Sees no certificate, and `lists` by their API root. */
class ProbeDouble implements Probe {
  readonly lists = new Map<string, SeenList>();
  certificate(): Promise<never> {
    return Promise.reject(problem('unreachable'));
  }
  readList(_: Target, apiRoot: string): Promise<SeenList> {
    const none: SeenList = { status: 404, looksLike: 'none', webhooks: 0, problem: null };
    return Promise.resolve(this.lists.get(apiRoot) ?? none);
  }
}

/** Masks what was added, and the text `secret-in-use`. */
class SecretsInUseDouble implements SecretsInUse {
  readonly known = new Set(['secret-in-use']);
  add(secrets: readonly string[]): void {
    for (const secret of secrets) this.known.add(secret);
  }
  mask(text: string): string {
    return [...this.known].reduce((masked, each) => masked.replaceAll(each, '••••••••'), text);
  }
}

/** A clock that stands still. */
const clockDouble: Clock = {
  now: () => new Date('2030-01-02T03:04:05Z'),
  sleep: () => Promise.resolve(),
  breathe: () => Promise.resolve(),
};

/** Every port as a double, each of which a test can look into. */
export function portsDouble() {
  let ids = 0;
  return {
    webhooks: new InstallationDouble(),
    signIn: new SignInDouble(),
    probe: new ProbeDouble(),
    secrets: new SecretsDouble(),
    vault: new VaultDouble(),
    settings: new SettingsDouble(),
    practice: new PracticeDouble(),
    practiceControl: new PracticeControlDouble(),
    trials: new TrialSenderDouble(),
    receiver: new ReceiverDouble(),
    templates: new TemplateStoreDouble(),
    drafts: new DraftStoreDouble(),
    snapshots: new SnapshotStoreDouble(),
    journal: new JournalStoreDouble(),
    plans: new PlanStoreDouble(),
    machine: { system: 'Test 1.0, x64', runtime: 'Node 24.0.0', proxyVariables: [] },
    person: () => 'ada',
    secretsInUse: new SecretsInUseDouble(),
    ...bundleWorksDouble(),
    clock: clockDouble,
    newId: () => `connection-${(ids += 1)}`,
    openExternal: () => Promise.resolve(),
    offeredFiles: new OfferedFilesDouble(),
    showProgress: () => undefined,
  } satisfies Ports;
}
