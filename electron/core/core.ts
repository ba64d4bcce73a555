import type { Ports } from './ports.ts';
import { contract } from '#contract/index.ts';
import { RecentProblems } from './diagnostics/diagnostics.ts';
import { type About, createHandlers } from './handlers.ts';
import { type HookdeskRouter, routerOf } from './router.ts';
import { createUseCases, type UseCases } from './use-cases.ts';
import type { WindowCommands } from './window-commands.ts';

/** The core as a host sees it. */
export interface Core {
  readonly router: HookdeskRouter;
  readonly useCases: UseCases;
  readonly windowCommands: WindowCommands;
  /** Asks every window to save its edits; resolves to `false` when a window fails or takes over 2 s. */
  readonly saveWindows: () => Promise<boolean>;
  readonly hasUnsavedEdits: () => boolean;
  /** Whether the passphrase vault is locked. */
  readonly isLocked: () => boolean;
  readonly hasRunningPlan: () => boolean;
  /** Whether to install the downloaded version once everything is closed. */
  readonly installsOnQuit: () => boolean;
  /** Call when a person cancels a quit. */
  readonly stay: () => void;
  /** Stops plans and saves the windows' edits, in about 2 s. Must run while windows can reach the router. */
  readonly prepareClose: () => Promise<void>;
  /** Takes about 3 s. Must run before the ports are closed. */
  readonly close: () => Promise<void>;
}

/** Builds the core, and starts the clocks of pauses and of the watch. */
export function createCore(ports: Ports, about: About): Core {
  const useCases = createUseCases(ports);
  const { drafts, journal, sessions, snapshotPersistence, plans, reconciler } = useCases;
  const { exports, searches, recents, rotations, updates, shutdown } = useCases;
  const { pauseClock, pauseRecords, watchClock } = useCases;
  const recent = new RecentProblems(() => ports.clock.now());
  const router = routerOf(contract, createHandlers(useCases, about, recent), recent);
  const endWork = async (): Promise<void> => {
    updates.close();
    exports.close();
    searches.end();
    rotations.end();
    // Outcomes of sent requests must be on disk before the journal closes.
    await Promise.all([
      pauseClock.close(),
      watchClock.close(),
      shutdown.end(),
      plans.runs.close(),
      reconciler.close(),
    ]);
  };
  // A command ends at once: it must not begin to pause, resume or read by itself.
  if (about.host !== 'command-line') {
    pauseClock.start();
    watchClock.start();
  }
  let ended: Promise<void> | null = null;
  const prepareClose = (): Promise<void> => (ended ??= endWork());
  const close = async (): Promise<void> => {
    await prepareClose();
    // Reads History, which closes after it.
    await pauseRecords.close();
    await Promise.all([
      drafts.close(),
      journal.close(),
      sessions.close(),
      snapshotPersistence.close(),
      recents.close(),
    ]);
  };
  return {
    router,
    useCases,
    windowCommands: useCases.windowCommands,
    saveWindows: () => shutdown.saveWindows(),
    hasUnsavedEdits: useCases.hasUnsavedEdits,
    hasRunningPlan: useCases.hasRunningPlan,
    isLocked: () => {
      const { kind, status } = ports.vault.state();
      return kind === 'passphrase' && status === 'locked';
    },
    installsOnQuit: () => updates.installsOnQuit,
    stay: () => {
      updates.stay();
    },
    prepareClose,
    close,
  };
}
