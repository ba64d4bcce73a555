import { Exports } from './bundles/exporting/exports.ts';
import { createImporting } from './bundles/importing/importing.ts';
import { Comparisons } from './comparison/comparisons.ts';
import { Connections } from './connections/connections.ts';
import { Drafts } from './drafts/drafts.ts';
import { Journal } from './journal/journal.ts';
import type { Ports } from './ports.ts';
import { Plans } from './publishing/plans/plans.ts';
import { Intents } from './publishing/intents.ts';
import { Rotations } from './rotation/rotations.ts';
import { Reconciler } from './publishing/reconcile.ts';
import { Searches } from './search/searches.ts';
import { Sessions } from './installations/sessions.ts';
import { Installations } from './installations/client.ts';
import { Shutdown } from './shutdown/shutdown.ts';
import { TestSends } from './test-send/test-sends.ts';
import { Templates } from './templates/templates.ts';
import { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import { Snapshots } from './installations/snapshots.ts';
import { Updates } from './updates/updates.ts';
import { WindowCommands } from './window-commands.ts';

export type UseCases = ReturnType<typeof createUseCases>;

export function createUseCases(ports: Ports) {
  const connections = new Connections(ports);
  const sessions = new Sessions(ports, connections);
  const journal = new Journal(ports);
  const drafts = new Drafts(ports, journal);
  const snapshots = new Snapshots();
  const snapshotPersistence = new SnapshotPersistence(ports, snapshots);
  const installations = new Installations({ ports, connections, sessions, snapshots });
  const lists = { installations, snapshots, snapshotPersistence };
  const base = { ports, connections, ...lists, journal, drafts };
  const reconciler = new Reconciler(base);
  const intents = new Intents({ connections, journal, drafts, reconciler });
  const importing = createImporting(base);
  const comparisons = new Comparisons({ ...base, files: importing.files });
  const rotations = new Rotations(base);
  const templates = new Templates(ports, connections);
  const plans = new Plans({
    ...base,
    intents,
    reconciler,
    comparisons,
    rotations,
    files: importing.files,
    remembered: importing.remembered,
    templates,
  });
  const searches = new Searches(base);
  const exports = new Exports({ ...base, templates });
  const testSends = new TestSends(ports, connections);
  const shutdown = new Shutdown(ports.clock);
  const windowCommands = new WindowCommands();
  const hasUnsavedEdits = (): boolean => drafts.state().waiting > 0;
  const hasRunningPlan = (): boolean => plans.runs.hasRunning;
  const updates = new Updates({ ports, hasRunningPlan, hasUnsavedEdits });
  return {
    ...base,
    sessions,
    plans,
    comparisons,
    rotations,
    reconciler,
    intents,
    importing,
    exports,
    searches,
    templates,
    testSends,
    shutdown,
    windowCommands,
    updates,
    hasUnsavedEdits,
    hasRunningPlan,
  };
}
