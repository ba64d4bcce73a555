import { randomUUID } from 'node:crypto';
import { app, nativeTheme, powerMonitor } from 'electron';
import { createBundleThread } from '#adapters/bundle-work/bundle-thread-host.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { lookAtDataFolder } from '#adapters/data-folder/data-notices.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { machineFacts } from '#adapters/machine/machine-facts.ts';
import { personOf } from '#adapters/machine/person.ts';
import { SecretsInUse } from '#adapters/masking/secrets-in-use.ts';
import { createPracticeControl } from '#adapters/practice/control.ts';
import { createPracticeServices } from '#adapters/practice/practice-services.ts';
import { openElectronStoreFile } from '#adapters/settings/electron-store-file.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import { createStore } from '#adapters/store/store.ts';
import { createTemplateStore } from '#adapters/template-memory/template-store.ts';
import { createTestSendServices } from '#adapters/test-send/test-send-services.ts';
import { vaultAdapters } from '#adapters/vault/vault-adapters.ts';
import type { OfferedFiles, OpenExternal, Ports, ShowProgress } from '#core/ports.ts';
import { olderNames } from '#core/vault/older-names.ts';
import { Vault } from '#core/vault/vault.ts';
import { practiceProcess } from './practice-process.ts';
import { suspendOf } from './suspend.ts';
import { withNativeTheme } from './window/theme.ts';

/** What the shell knows and the adapters need. */
export interface CompositionNeeds {
  readonly dataFolder: string;
  /** The bundled webhook management service, for practice. */
  readonly service: string;
  /** The program of the thread that works on bundles. */
  readonly bundleThread: string;
  readonly openExternal: OpenExternal;
  readonly offeredFiles: OfferedFiles;
  readonly showProgress: ShowProgress;
}

/** The adapters behind the ports, and how they come to an end. */
export interface Composition {
  readonly ports: Ports;
  /** What a person should know of the data that was found. */
  readonly notices: readonly string[];
  readonly close: () => Promise<void>;
}

export type Compose = (needs: CompositionNeeds) => Composition | Promise<Composition>;

/** How long a practice service may take to end, in milliseconds: less than everything together. */
const practicePatience = 2_000;

/** The desktop's adapters. Throws a ProblemError where the data folder cannot be used. */
export const compose: Compose = (needs) => {
  const { dataFolder, service, bundleThread, openExternal, offeredFiles, showProgress } = needs;
  const noticesOf = lookAtDataFolder(dataFolder);
  const settings = createSettingsStore({ directory: dataFolder, store: openElectronStoreFile });
  const templates = createTemplateStore({ directory: dataFolder, store: openElectronStoreFile });
  const vault = new Vault({
    ...vaultAdapters({ directory: dataFolder }),
    clock: systemClock,
    onSuspend: suspendOf(powerMonitor),
    namesBefore: olderNames(settings.connections()),
  });
  const store = createStore({ directory: dataFolder });
  const bundles = createBundleThread(bundleThread);
  const secretsInUse = new SecretsInUse();
  const http = createHttpServices({ version: app.getVersion(), secretsInUse });
  const { close: closeTestSends, ...testSendServices } = createTestSendServices({
    version: app.getVersion(),
  });
  const practice = createPracticeServices({
    directory: dataFolder,
    spawn: practiceProcess(service),
    endWithStdin: false,
    endPatience: practicePatience,
  });
  return {
    ports: {
      webhooks: http.webhooks,
      signIn: http.signIn,
      probe: http.probe,
      secrets: vault.secrets,
      vault,
      settings: withNativeTheme(settings, nativeTheme),
      practice,
      practiceControl: createPracticeControl(),
      ...testSendServices,
      templates,
      machine: machineFacts(),
      person: personOf,
      secretsInUse,
      drafts: store.drafts,
      snapshots: store.snapshots,
      journal: store.journal,
      plans: store.plans,
      clock: systemClock,
      bundleWork: bundles.files,
      exportWork: bundles.exports,
      newId: randomUUID,
      openExternal,
      offeredFiles,
      showProgress,
    },
    notices: noticesOf({ settings, templates, vault, store }),
    close: async () => {
      await Promise.all([
        practice.stop(),
        http.close(),
        closeTestSends(),
        bundles.close(),
        store.close(),
      ]);
      await vault.close();
    },
  };
};
