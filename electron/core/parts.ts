import type { OpenedFiles } from './bundles/importing/opened-files.ts';
import type { RememberedSecrets } from './bundles/importing/remembered-secrets.ts';
import type { Connections } from './connections/connections.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Installations } from './installations/client.ts';
import type { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import type { Snapshots } from './installations/snapshots.ts';
import type { Journal } from './journal/journal.ts';
import type { PauseRecords } from './pausing/pause-records.ts';
import type { Ports } from './ports.ts';
import type { Templates } from './templates/templates.ts';

/** What the use cases read and write: the state of the core, behind one class for each kind of data. */
export interface Parts {
  readonly ports: Ports;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly snapshots: Snapshots;
  readonly snapshotPersistence: SnapshotPersistence;
  readonly journal: Journal;
  readonly drafts: Drafts;
  readonly templates: Templates;
  readonly files: OpenedFiles;
  readonly remembered: RememberedSecrets;
  readonly pauseRecords: PauseRecords;
}
