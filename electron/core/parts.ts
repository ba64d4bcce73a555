import type { Connections } from './connections/connections.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Installations } from './installations/client.ts';
import type { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import type { Snapshots } from './installations/snapshots.ts';
import type { Journal } from './journal/journal.ts';
import type { Ports } from './ports.ts';

export interface Parts {
  readonly ports: Ports;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly snapshots: Snapshots;
  readonly snapshotPersistence: SnapshotPersistence;
  readonly journal: Journal;
  readonly drafts: Drafts;
}
