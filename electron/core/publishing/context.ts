import type { Connections } from '../connections/connections.ts';
import type { InstallationClient, Installations } from '../installations/client.ts';
import type { IdRanges, JournalEntry } from '#domain/journal/entry.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Journal } from '../journal/journal.ts';
import type { Intents } from './intents.ts';

/** What a publish takes. */
export interface Publishing {
  readonly connections: Connections;
  readonly installations: Installations;
  readonly drafts: Drafts;
  readonly intents: Intents;
  readonly journal: Pick<Journal, 'begin' | 'complete' | 'settled' | 'open'>;
}

/** What a request comes from, as its entry has it. */
export type Origin = Pick<
  JournalEntry,
  'planId' | 'rowKey' | 'undoes' | 'draftId' | 'draftRevision' | 'despiteOpen'
>;

/** A request that comes from no plan, draft or entry, such as deleting a webhook of the list. */
export const noOrigin: Origin = {
  planId: null,
  rowKey: null,
  undoes: null,
  draftId: null,
  draftRevision: null,
  despiteOpen: [],
};

/** Where a change goes, and what it comes from. */
export interface PublishContext {
  readonly client: InstallationClient;
  readonly journal: Publishing['journal'];
  readonly origin: Origin;
  /** Ids from before an open create, for one that is sent in spite of it while the list cannot be read. */
  readonly knownIds: IdRanges | null;
}

/** What a publish does at the moment. */
export type PublishStep = 'checking' | 'sending' | 'reading-back';
