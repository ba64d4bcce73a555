import type { Connection } from '#domain/installation/connection.ts';
import type { Journal } from '../journal/journal.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';
import type { Snapshots } from '../installations/snapshots.ts';

/** What publishing takes: the ports and the state that it reads and keeps up to date. */
export interface Publishing {
  readonly ports: Pick<Ports, 'webhooks' | 'clock'>;
  readonly connections: Connections;
  readonly snapshots: Snapshots;
  readonly journal: Pick<Journal, 'begin' | 'complete' | 'settled' | 'open'>;
}

/** Where a request goes, and what it is part of. */
export interface Errand {
  readonly connection: Connection;
  readonly target: Target;
  /**
   * The plan and its row; `null` for a request by itself, whose read-back waits for a person where their
   * auth token has run out. A plan does not wait: what it could not read is settled later.
   */
  readonly planId: string | null;
  readonly rowKey: string | null;
  /** The journal entry that it takes back. */
  readonly undoes: string | null;
}

/** An errand of its own. */
export const singleErrand = (connection: Connection, target: Target): Errand => ({
  ...{ connection, target },
  ...{ planId: null, rowKey: null, undoes: null },
});
