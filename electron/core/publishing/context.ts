import type { Connections } from '../connections/connections.ts';
import type { InstallationClient, Installations } from '../installations/client.ts';
import type { IdRanges, JournalEntry } from '#domain/journal/entry.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Journal } from '../journal/journal.ts';
import type { Intents } from './intents.ts';

export interface Publishing {
  readonly connections: Connections;
  readonly installations: Installations;
  readonly drafts: Drafts;
  readonly intents: Intents;
  readonly journal: Pick<Journal, 'begin' | 'complete' | 'settled' | 'open'>;
}

export type Origin = Pick<
  JournalEntry,
  'planId' | 'rowKey' | 'undoes' | 'draftId' | 'draftRevision' | 'despiteOpen'
>;

export const noOrigin: Origin = {
  planId: null,
  rowKey: null,
  undoes: null,
  draftId: null,
  draftRevision: null,
  despiteOpen: [],
};

export interface PublishContext {
  readonly client: InstallationClient;
  readonly journal: Publishing['journal'];
  readonly origin: Origin;
  /** Ids known before an open create; used to send again while the list cannot be read. */
  readonly knownIds: IdRanges | null;
}

export type PublishStep = 'checking' | 'sending' | 'reading-back';
