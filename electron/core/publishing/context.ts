import type { InstallationClient } from '../installations/client.ts';
import type { IdRanges, JournalEntry } from '#domain/journal/entry.ts';
import type { Intents } from './intents.ts';
import type { Parts } from '../parts.ts';
import type { Reconciler } from './reconcile.ts';

export interface Publishing extends Parts {
  readonly intents: Intents;
  readonly reconciler: Reconciler;
}

export type Origin = Pick<
  JournalEntry,
  'planId' | 'rowKey' | 'undoes' | 'draftId' | 'draftRevision' | 'lineage' | 'despiteOpen'
>;

export const noOrigin: Origin = {
  planId: null,
  rowKey: null,
  undoes: null,
  draftId: null,
  draftRevision: null,
  lineage: null,
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
