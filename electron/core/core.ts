import { Exports } from './bundles/exporting/exports.ts';
import { Importing } from './bundles/importing/importing.ts';
import { Connections } from './connections/connections.ts';
import { Drafts } from './drafts/drafts.ts';
import { Journal } from './journal/journal.ts';
import type { Ports } from './ports.ts';
import { Plans } from './publishing/plans/plans.ts';
import { Intents } from './publishing/intents.ts';
import { Reconciler } from './publishing/reconcile.ts';
import { type About, createRouter, type HookdeskRouter, type UseCases } from './router.ts';
import { Sessions } from './installations/sessions.ts';
import { Installations } from './installations/client.ts';
import { Shutdown } from './shutdown/shutdown.ts';
import { Templates } from './templates/templates.ts';
import { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import { Snapshots } from './installations/snapshots.ts';

/** Hookdesk without a window and without a machine: what both hosts serve. */
export interface Core {
  readonly router: HookdeskRouter;
  /** The use cases behind the router, for tests and benches that call them directly. */
  readonly useCases: UseCases;
  /** Asks every window to save its edits, before one closes or reloads; `false` where one cannot within 2 s. */
  readonly saveWindows: () => Promise<boolean>;
  /** Whether the host holds edits that are not on disk. */
  readonly hasUnsavedEdits: () => boolean;
  readonly hasRunningPlan: () => boolean;
  /** Stops plans and asks every window to save its edits; within two seconds or so. To be called while windows still reach the router. */
  readonly prepareClose: () => Promise<void>;
  /** Lets requests that change something come to their end, brings drafts and journal to the disk and signs out of every installation; within three seconds or so. To be called before the ports are closed. */
  readonly close: () => Promise<void>;
}

/** Puts the core together on these ports. */
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
  const importing = new Importing(base);
  const plans = new Plans({ ...base, intents, reconciler, bundles: importing.plans });
  const templates = new Templates(ports, connections);
  const exportedBy = `Hookdesk ${about.version}`;
  const exports = new Exports({ ...base, snapshotPersistence, templates, exportedBy });
  const shutdown = new Shutdown(ports.clock);
  const useCases: UseCases = {
    ...base,
    sessions,
    snapshotPersistence,
    plans,
    reconciler,
    intents,
    importing,
    exports,
    templates,
    shutdown,
  };
  const router = createRouter(useCases, about);
  const prepare = async (): Promise<void> => {
    exports.close();
    // What was sent comes to its end, and its outcome to the disk, before the journal closes.
    await Promise.all([shutdown.end(), plans.close(), reconciler.close()]);
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
    saveWindows: () => shutdown.saveWindows(),
    hasUnsavedEdits: () => drafts.standing().waiting > 0,
    hasRunningPlan: () => plans.hasRunning,
    prepareClose,
    close,
  };
}
