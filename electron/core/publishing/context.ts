import type { InstallationClient } from '../installations/client.ts';
import type { IdRanges, JournalEntry } from '#domain/journal/entry.ts';
import type { Comparisons } from '../comparison/comparisons.ts';
import type { Rotations } from '../rotation/rotations.ts';
import type { WriteGuard } from './write-guard.ts';
import type { Parts } from '../parts.ts';
import type { Reconciler } from './reconcile.ts';

/** The parts, with what plans and single writes send through and propose from. */
export interface Publishing extends Parts {
  readonly guard: WriteGuard;
  readonly reconciler: Reconciler;
  readonly comparisons: Comparisons;
  readonly rotations: Rotations;
}

/** Where a request comes from, as its History entry stores it. */
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

/** What one write goes through: the installation, the journal, and where the change comes from. */
export interface PublishContext {
  readonly client: InstallationClient;
  readonly journal: Publishing['journal'];
  readonly origin: Origin;
  /** Ids known before an open create; used to send again while the list cannot be read. */
  readonly knownIds: IdRanges | null;
}

export type PublishStep = 'checking' | 'sending' | 'reading-back';
