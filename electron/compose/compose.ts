import { createHash, randomUUID } from 'node:crypto';
import { createBundleThread } from '#adapters/bundle-worker/bundle-thread-host.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { lookAtDataFolder } from '#adapters/data-folder/data-notices.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { supportFiles } from '#adapters/log/support-files.ts';
import { machineFacts } from '#adapters/machine/machine-facts.ts';
import { person } from '#adapters/machine/person.ts';
import { SecretsInUse } from '#adapters/masking/secrets-in-use.ts';
import { createPatternReplacer } from '#adapters/pattern-replacer/pattern-replacer.ts';
import { createPracticeControl } from '#adapters/practice/control.ts';
import {
  createPracticeServices,
  type PracticeOptions,
} from '#adapters/practice/practice-services.ts';
import {
  createSettingsStore,
  type SettingsStoreOptions,
} from '#adapters/settings/settings-store.ts';
import { createStore } from '#adapters/store/store.ts';
import { createTemplateStore } from '#adapters/template-memory/template-store.ts';
import { createTestSendServices } from '#adapters/test-send/test-send-services.ts';
import { type VaultAdapterOptions, vaultAdapters } from '#adapters/vault/vault-adapters.ts';
import type {
  FilesToOpen,
  LinksToOpen,
  OpenExternal,
  Ports,
  ShowProgress,
  SupportFiles,
  Updater,
} from '#core/ports.ts';
import { olderNames } from '#core/vault/vault-index.ts';
import { Vault } from '#core/vault/vault.ts';
import type { SuspendEvents } from '#core/vault-ports.ts';

export interface Composition {
  readonly ports: Ports;
  /** Messages for the user about the data folder, such as a damaged file. */
  readonly notices: readonly string[];
  /** Takes at most 3 s. */
  readonly close: () => Promise<void>;
}

export interface HostParts {
  readonly dataFolder: string;
  readonly version: string;
  readonly bundleThread: string;
  readonly settingsFile: SettingsStoreOptions['store'];
  readonly practice: Pick<PracticeOptions, 'spawn' | 'endWithStdin' | 'endTimeLimit'>;
  readonly suspendEvents: SuspendEvents;
  readonly openExternal: OpenExternal;
  readonly filesToOpen: FilesToOpen;
  readonly linksToOpen: LinksToOpen;
  readonly showProgress: ShowProgress;
  readonly showLog: SupportFiles['showLog'];
  readonly updater: Updater | null;
  /** Replaces the system's keychain and the KDF cost. */
  readonly vault?: Omit<VaultAdapterOptions, 'directory'>;
}

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export function compose(host: HostParts): Composition {
  const { dataFolder: directory, version, settingsFile: store } = host;
  const noticesOf = lookAtDataFolder(directory);
  const settings = createSettingsStore({ directory, store });
  const templates = createTemplateStore({ directory, store });
  const vault = new Vault({
    ...vaultAdapters({ directory, ...host.vault }),
    clock: systemClock,
    suspendEvents: host.suspendEvents,
    namesBefore: olderNames(settings.connections()),
  });
  const database = createStore({ directory });
  const bundles = createBundleThread(host.bundleThread);
  const secretsInUse = new SecretsInUse();
  const http = createHttpServices({ version, secretsInUse });
  const { close: closeTestSends, ...testSendServices } = createTestSendServices({ version });
  const practice = createPracticeServices({ directory, ...host.practice });
  const ports: Ports = {
    webhooks: http.webhooks,
    signIn: http.signIn,
    probe: http.probe,
    secrets: vault.secrets,
    vault,
    settings,
    practice,
    practiceControl: createPracticeControl(),
    ...testSendServices,
    templates,
    machine: machineFacts(),
    person,
    secretsInUse,
    supportFiles: supportFiles(directory, host.showLog),
    drafts: database.drafts,
    snapshots: database.snapshots,
    journal: database.journal,
    plans: database.plans,
    patternReplacer: createPatternReplacer(),
    clock: systemClock,
    bundleWorker: bundles.files,
    exportWorker: bundles.exports,
    newId: randomUUID,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    openExternal: host.openExternal,
    filesToOpen: host.filesToOpen,
    linksToOpen: host.linksToOpen,
    showProgress: host.showProgress,
    updater: host.updater,
  };
  const close = async (): Promise<void> => {
    await Promise.all([
      practice.stop(),
      http.close(),
      closeTestSends(),
      bundles.close(),
      database.close(),
    ]);
    await vault.close();
  };
  return { ports, notices: noticesOf({ settings, templates, vault, store: database }), close };
}
