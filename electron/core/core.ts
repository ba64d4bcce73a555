import { Exports } from './bundles/exporting/exports.ts';
import { Importing } from './bundles/importing/importing.ts';
import { Comparisons } from './comparison/comparisons.ts';
import { Connections } from './connections/connections.ts';
import { Drafts } from './drafts/drafts.ts';
import { Journal } from './journal/journal.ts';
import type { Ports } from './ports.ts';
import { Plans } from './publishing/plans/plans.ts';
import { Intents } from './publishing/intents.ts';
import { Rotations } from './rotation/rotations.ts';
import { Reconciler } from './publishing/reconcile.ts';
import { type About, createRouter, type HookdeskRouter, type UseCases } from './router.ts';
import { Searches } from './search/searches.ts';
import { Sessions } from './installations/sessions.ts';
import { Installations } from './installations/client.ts';
import { Shutdown } from './shutdown/shutdown.ts';
import { Templates } from './templates/templates.ts';
import { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import { Snapshots } from './installations/snapshots.ts';
import { WindowCommands } from './window-commands.ts';

export interface Core {
  readonly router: HookdeskRouter;
  readonly useCases: UseCases;
  readonly windowCommands: WindowCommands;
  /** Asks every window to save its edits; resolves to `false` when a window fails or takes over 2 s. */
  readonly saveWindows: () => Promise<boolean>;
  readonly hasUnsavedEdits: () => boolean;
  readonly hasRunningPlan: () => boolean;
  /** Stops plans and saves the windows' edits, in about 2 s. Must run while windows can reach the router. */
  readonly prepareClose: () => Promise<void>;
  /** Takes about 3 s. Must run before the ports are closed. */
  readonly close: () => Promise<void>;
}

export function createCore(ports: Ports, about: About): Core {
  const connections = new Connections(ports);
  const sessions = new Sessions(ports, connections);
  const journal = new Journal(ports);
  const drafts = new Drafts(ports, journal);
  const snapshots = new Snapshots();
  const snapshotPersistence = new SnapshotPersistence(ports, snapshots);
  const installations = new Installations({ ports, connections, sessions, snapshots });
  const base = { ports, connections, installations, snapshots, journal, drafts };
  const reconciler = new Reconciler(base);
  const intents = new Intents({ journal, drafts, reconciler });
  const importing = new Importing({ ...base, snapshotPersistence });
  const comparisons = new Comparisons({ ...base, snapshotPersistence, files: importing.files });
  const rotations = new Rotations({ ...base, snapshotPersistence });
  const plans = new Plans({
    ...base,
    snapshotPersistence,
    intents,
    reconciler,
    comparisons,
    rotations,
    bundles: importing.plans,
  });
  const templates = new Templates(ports, connections);
  const searches = new Searches({ ...base, snapshotPersistence });
  const exports = new Exports({ ...base, snapshotPersistence, templates });
  const shutdown = new Shutdown(ports.clock);
  const windowCommands = new WindowCommands();
  const useCases: UseCases = {
    ...base,
    sessions,
    snapshotPersistence,
    plans,
    comparisons,
    rotations,
    reconciler,
    intents,
    importing,
    exports,
    searches,
    templates,
    shutdown,
    windowCommands,
  };
  const router = createRouter(useCases, about);
  const prepare = async (): Promise<void> => {
    exports.close();
    searches.end();
    rotations.end();
    // Outcomes of sent requests must be on disk before the journal closes.
    await Promise.all([shutdown.end(), plans.runs.close(), reconciler.close()]);
  };
  let prepared: Promise<void> | null = null;
  const prepareClose = (): Promise<void> => (prepared ??= prepare());
  const close = async (): Promise<void> => {
    await prepareClose();
    await Promise.all([
      drafts.close(),
      journal.close(),
      sessions.close(),
      snapshotPersistence.close(),
    ]);
  };
  return {
    router,
    useCases,
    windowCommands,
    saveWindows: () => shutdown.saveWindows(),
    hasUnsavedEdits: () => drafts.state().waiting > 0,
    hasRunningPlan: () => plans.runs.hasRunning,
    prepareClose,
    close,
  };
}
