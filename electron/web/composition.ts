import { randomUUID } from 'node:crypto';
import { createBundleThread } from '#adapters/bundle-work/bundle-thread-host.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { lookAtDataFolder } from '#adapters/data-folder/data-notices.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { machineFacts } from '#adapters/machine/machine-facts.ts';
import { personOf } from '#adapters/machine/person.ts';
import { SecretsInUse } from '#adapters/masking/secrets-in-use.ts';
import { createPracticeControl } from '#adapters/practice/control.ts';
import { createPracticeServices } from '#adapters/practice/practice-services.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import { createStore } from '#adapters/store/store.ts';
import { createTemplateStore } from '#adapters/template-memory/template-store.ts';
import { createTestSendServices } from '#adapters/test-send/test-send-services.ts';
import { type VaultAdapterOptions, vaultAdapters } from '#adapters/vault/vault-adapters.ts';
import { OfferedPaths } from '#adapters/offered-files/offered-files.ts';
import type { OfferedFiles, Ports } from '#core/ports.ts';
import { olderNames } from '#core/vault/older-names.ts';
import { Vault } from '#core/vault/vault.ts';
import { refuseToOpen } from './external-links.ts';
import { practiceProgram } from './practice-program.ts';

/** The adapters behind the ports, and how they come to an end. */
export interface Composition {
  readonly ports: Ports;
  /** What a person should know of the data that was found. */
  readonly notices: readonly string[];
  /** Ends the practice services and every connection; within 3 s. */
  readonly close: () => Promise<void>;
}

export interface CompositionNeeds {
  readonly dataFolder: string;
  readonly version: string;
  /** The program of the webhook management service, for practice. */
  readonly service: string;
  /** The program of the thread that works on bundles. */
  readonly bundleThread: string;
  /** What the program was asked to open; nothing where it is left out. */
  readonly offeredFiles?: OfferedFiles;
  /** Another keychain than the system's, and another cost of guessing a passphrase. */
  readonly vault?: Omit<VaultAdapterOptions, 'directory'>;
}

/** How long a practice service may take to end, in milliseconds. */
const practicePatience = 2_500;

/**
 * Puts the adapters behind the ports, on this machine.
 *
 * @throws ProblemError `storage-failed` where the data folder cannot be used.
 */
export function compose(needs: CompositionNeeds): Composition {
  const { dataFolder: directory, version, service, bundleThread } = needs;
  const noticesOf = lookAtDataFolder(directory);
  const settings = createSettingsStore({ directory, store: openConfFile });
  const templates = createTemplateStore({ directory, store: openConfFile });
  const vault = new Vault({
    ...vaultAdapters({ directory, ...needs.vault }),
    clock: systemClock,
    // No host of a browser is told.
    onSuspend: () => undefined,
    namesBefore: olderNames(settings.connections()),
  });
  const store = createStore({ directory });
  const bundles = createBundleThread(bundleThread);
  const secretsInUse = new SecretsInUse();
  const http = createHttpServices({ version, secretsInUse });
  const { close: closeTestSends, ...testSendServices } = createTestSendServices({ version });
  const practice = createPracticeServices({
    directory,
    spawn: practiceProgram(service),
    endPatience: practicePatience,
  });
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
    openExternal: refuseToOpen,
    offeredFiles: needs.offeredFiles ?? new OfferedPaths(),
    // The browser’s window is not ours.
    showProgress: () => undefined,
  };
  const close = async (): Promise<void> => {
    await Promise.all([
      practice.stop(),
      http.close(),
      closeTestSends(),
      bundles.close(),
      store.close(),
    ]);
    await vault.close();
  };
  return {
    ports,
    notices: noticesOf({ settings, templates, vault, store }),
    close,
  };
}
