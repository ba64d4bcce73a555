import type { Connections } from '../connections/connections.ts';
import type { InstallationClient, Installations } from '../installations/client.ts';
import type { Journal } from '../journal/journal.ts';

/** What a publish takes. */
export interface Publishing {
  readonly connections: Connections;
  readonly installations: Installations;
  readonly journal: Pick<Journal, 'begin' | 'complete' | 'settled' | 'open'>;
}

/** Where a change goes, and what it is part of. */
export interface PublishContext {
  readonly client: InstallationClient;
  readonly journal: Publishing['journal'];
  /** The plan and its row; `null` for a single publish. */
  readonly planId: string | null;
  readonly rowKey: string | null;
  /** The journal entry that it undoes. */
  readonly undoes: string | null;
}

/** What a publish does at the moment. */
export type PublishStep = 'checking' | 'sending' | 'reading-back';
