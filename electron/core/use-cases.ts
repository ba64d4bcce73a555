import { Exports } from './bundles/exporting/exports.ts';
import { OpenedFiles } from './bundles/importing/opened-files.ts';
import { RememberedSecrets } from './bundles/importing/remembered-secrets.ts';
import { Comparisons } from './comparison/comparisons.ts';
import { Connections } from './connections/connections.ts';
import { Drafts } from './drafts/drafts.ts';
import { Journal } from './journal/journal.ts';
import type { Parts } from './parts.ts';
import { PauseClock } from './pausing/pause-clock.ts';
import { PauseRecords } from './pausing/pause-records.ts';
import { Pauses } from './pausing/pauses.ts';
import type { Ports } from './ports.ts';
import type { Publishing } from './publishing/context.ts';
import { Plans } from './publishing/plans/plans.ts';
import { WriteGuard } from './publishing/write-guard.ts';
import { Recents } from './recent/recents.ts';
import { Rotations } from './rotation/rotations.ts';
import { Reconciler } from './publishing/reconcile.ts';
import { Searches } from './search/searches.ts';
import { Sessions } from './sessions/sessions.ts';
import { Installations } from './installations/client.ts';
import { Shutdown } from './shutdown/shutdown.ts';
import { TestSends } from './test-send/test-sends.ts';
import { Templates } from './templates/templates.ts';
import { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import { Snapshots } from './installations/snapshots.ts';
import { Updates } from './updates/updates.ts';
import { WindowSettings } from './settings/window-settings.ts';
import { Inbox } from './watching/inbox.ts';
import { WatchClock } from './watching/watch-clock.ts';
import { Watching } from './watching/watching.ts';
import { WindowCommands } from './window-commands.ts';

export type UseCases = ReturnType<typeof createUseCases>;

/** Builds the core, each class on those before it. */
export function createUseCases(ports: Ports) {
  const connections = new Connections(ports);
  const sessions = new Sessions(ports, connections);
  const journal = new Journal(ports);
  const drafts = new Drafts(ports, journal);
  const snapshots = new Snapshots();
  const snapshotPersistence = new SnapshotPersistence(ports, snapshots);
  const installations = new Installations({ ports, connections, sessions, snapshots });
  const parts: Parts = {
    ports,
    connections,
    installations,
    snapshots,
    snapshotPersistence,
    journal,
    drafts,
    templates: new Templates(ports, connections),
    files: new OpenedFiles(ports, connections),
    remembered: new RememberedSecrets(connections),
    pauseRecords: new PauseRecords(ports, journal),
  };
  const reconciler = new Reconciler(parts);
  const publishing: Publishing = {
    ...parts,
    reconciler,
    guard: new WriteGuard(parts, reconciler),
    comparisons: new Comparisons(parts),
    rotations: new Rotations(parts),
  };
  const plans = new Plans(publishing);
  const pauses = new Pauses({ ...parts, runs: plans.runs });
  const pauseClock = new PauseClock({ ...parts, pauses, plans });
  const watching = new Watching(parts);
  const watchClock = new WatchClock({ ports, connections, sessions, watching });
  const inbox = new Inbox({ ...parts, watchClock });
  const searches = new Searches(parts);
  const recents = new Recents({ ...parts, searches });
  const windowSettings = new WindowSettings({ ...parts, searches });
  const exports = new Exports(parts);
  const testSends = new TestSends(ports, connections);
  const shutdown = new Shutdown(ports.clock);
  const windowCommands = new WindowCommands();
  const hasUnsavedEdits = (): boolean => drafts.state().waiting > 0;
  const hasRunningPlan = (): boolean => plans.runs.hasRunning;
  const updates = new Updates({ ports, hasRunningPlan, hasUnsavedEdits });
  return {
    ...publishing,
    sessions,
    plans,
    pauses,
    pauseClock,
    watching,
    watchClock,
    inbox,
    exports,
    searches,
    recents,
    windowSettings,
    testSends,
    shutdown,
    windowCommands,
    updates,
    hasUnsavedEdits,
    hasRunningPlan,
  };
}
