import { createHash, randomUUID } from 'node:crypto';
import { createBundleThread } from '#adapters/bundle-worker/bundle-thread-host.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { inspectDataFolder } from '#adapters/data-folder/data-notices.ts';
import type { InstanceLock } from '#adapters/data-folder/instance-lock.ts';
import { type OpenQueues, openQueues } from '#adapters/file-open/open-queues.ts';
import { certificateFactsIn } from '#adapters/http/tls/certificate-facts.ts';
import { readCredentialsWith, tlsCredentials } from '#adapters/http/tls/credentials.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { type LoadKeychainLibrary, SystemKeychain } from '#adapters/keychain/system-keychain.ts';
import { createMachine } from '#adapters/machine/machine.ts';
import { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { createPatternReplacer } from '#adapters/pattern-replacer/pattern-replacer.ts';
import {
  createPracticeServices,
  type PracticeOptions,
} from '#adapters/practice/practice-services.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import { type OpenSettingsFile } from '#adapters/settings/file-with-backup.ts';
import { createStore } from '#adapters/store/store.ts';
import { noSuspendEvents } from '#adapters/suspend/no-suspend-events.ts';
import { createTemplateStore } from '#adapters/template-memory/template-store.ts';
import { createLocalReceiver } from '#adapters/test-send/local-receiver.ts';
import { createTestSender } from '#adapters/test-send/test-sender.ts';
import type { AskSystemProxy } from '#adapters/http/routes/proxy-address.ts';
import { createVaultCrypto, type ScryptCost } from '#adapters/vault/vault-crypto.ts';
import { vaultFile } from '#adapters/vault/vault-file.ts';
import { type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import type { Machine, OpenExternal, Ports, ShowProgress, Updater } from '#core/ports.ts';
import { olderNames } from '#core/vault/vault-index.ts';
import { Vault } from '#core/vault/vault.ts';
import type { SuspendEvents } from '#core/vault-ports.ts';

/** The adapters of a host, behind the core's ports. */
export interface Composition {
  readonly ports: Ports;
  /** Messages for the user about the data folder, such as a damaged file. */
  readonly notices: readonly string[];
  /** Takes at most 3 s. */
  readonly close: () => Promise<void>;
}

/** What differs between hosts. */
export interface HostParts {
  readonly dataFolder: string;
  readonly version: string;
  /** Without it, the caller sees that no other host uses the folder. */
  readonly lock?: InstanceLock;
  readonly bundleThread: string;
  readonly settingsFile: OpenSettingsFile;
  readonly practice: Pick<PracticeOptions, 'spawn' | 'endWithStdin'>;
  readonly suspendEvents?: SuspendEvents;
  readonly openExternal: OpenExternal;
  readonly toOpen?: OpenQueues;
  readonly showProgress?: ShowProgress;
  readonly showLog?: Machine['showLog'];
  readonly updater?: Updater | null;
  /** What the organisation sets; default: nothing, for the self-check, which contacts this machine only. */
  readonly managed?: Managed;
  /** Without it, only the environment names a proxy. */
  readonly askSystemProxy?: AskSystemProxy;
  readonly vault?: {
    readonly load?: LoadKeychainLibrary;
    readonly cost?: ScryptCost;
    readonly isPortable?: boolean;
  };
}

/** Builds every adapter for a data folder. @throws ProblemError('storage-failed') if the folder cannot be used */
export function compose(host: HostParts): Composition {
  const { dataFolder: directory, version, settingsFile: store, openExternal } = host;
  const { lock, suspendEvents = noSuspendEvents, toOpen = openQueues() } = host;
  const { showProgress = () => undefined, showLog = null, updater = null } = host;
  const { askSystemProxy = null, managed = unmanaged } = host;
  const withLock = lock === undefined ? {} : { lock };
  const noticesOf = inspectDataFolder(directory);
  const settings = createSettingsStore({ directory, store, ...withLock });
  const templates = createTemplateStore({ directory, store, ...withLock });
  const vault = new Vault({
    keychain: new SystemKeychain({ directory, ...host.vault }),
    file: vaultFile(directory, lock),
    crypto: createVaultCrypto(host.vault?.cost),
    clock: systemClock,
    suspendEvents,
    namesBefore: olderNames(settings.connections()),
  });
  const database = createStore({ directory, ...withLock });
  const bundles = createBundleThread(host.bundleThread);
  const secretsInUse = new SecretsInUse();
  const extraCa = managed.kind === 'set' ? managed.caPem : null;
  const readCredentials = extraCa === null ? tlsCredentials : readCredentialsWith(extraCa);
  const http = createHttpServices({
    version,
    secretsInUse,
    askSystemProxy,
    managed,
    readCredentials,
  });
  const testSends = createTestSender({ version, managed, credentials: readCredentials });
  const receiver = createLocalReceiver();
  const practice = createPracticeServices({ directory, ...host.practice });
  const ports: Ports = {
    webhooks: http.webhooks,
    signIn: http.signIn,
    probe: http.probe,
    secrets: vault.secrets,
    vault,
    settings,
    practice,
    testSends,
    receiver,
    templates,
    machine: createMachine(directory, showLog),
    secretsInUse,
    drafts: database.drafts,
    snapshots: database.snapshots,
    journal: database.journal,
    plans: database.plans,
    pauses: database.pauses,
    patternReplacer: createPatternReplacer(),
    clock: systemClock,
    bundleWorker: bundles.files,
    exportWorker: bundles.exports,
    newId: randomUUID,
    random: Math.random,
    certificateFactsIn,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    openExternal,
    filesToOpen: toOpen.files,
    linksToOpen: toOpen.links,
    showProgress,
    managed,
    updater,
  };
  const close = async (): Promise<void> => {
    testSends.close();
    await Promise.all([
      practice.stop(),
      http.close(),
      receiver.close(),
      bundles.close(),
      database.close(),
    ]);
    await vault.close();
  };
  const folderNotices = noticesOf({ settings, templates, vault, store: database });
  const notices = lock?.notice == null ? folderNotices : [lock.notice, ...folderNotices];
  return { ports, notices, close };
}
