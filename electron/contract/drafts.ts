import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { DraftEdit, StoredDraft } from '#domain/draft/stored-draft.ts';
import { JournalEntry } from '#domain/journal/entry.ts';
import { Webhook } from '#domain/webhook/webhook.ts';
import { PersistenceStatus } from './persistence.ts';
import { procedure } from './procedure.ts';

export const DraftsState = PersistenceStatus.extend({
  waiting: z.int(),
  /** Altered or encrypted with another key; left unchanged. */
  unreadable: z.int(),
  notices: z.array(z.string()),
  windows: z.int(),
});
export type DraftsState = z.infer<typeof DraftsState>;

export const DraftEntry = JournalEntry.pick({
  id: true,
  at: true,
  endedAt: true,
  action: true,
  webhookId: true,
  outcome: true,
  problem: true,
  notes: true,
  draftRevision: true,
  accepted: true,
  candidates: true,
}).extend({ draftId: z.string() });
export type DraftEntry = z.infer<typeof DraftEntry>;

export const RemovedDraft = z.object({
  id: z.string(),
  /** Higher than every revision of the draft. */
  revision: z.int(),
  /** `null` when the draft was discarded or moved. */
  published: Webhook.nullable(),
});
export type RemovedDraft = z.infer<typeof RemovedDraft>;

export const DraftsEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drafts'), drafts: z.array(StoredDraft) }),
  z.object({ kind: z.literal('removed'), drafts: z.array(RemovedDraft) }),
  z.object({ kind: z.literal('entries'), entries: z.array(DraftEntry) }),
  z.object({ kind: z.literal('state'), state: DraftsState }),
]);
export type DraftsEvent = z.infer<typeof DraftsEvent>;

const DraftId = z.object({ draftId: StoredDraft.shape.id });

/** The window's last revision; `null` for a new draft. */
const BasedOn = z.int().min(0).nullable();

/** Another window changed the draft first; the call did nothing. */
const OutdatedDraft = z.object({
  status: z.literal('outdated'),
  current: StoredDraft,
  state: DraftsState,
});

export const SaveDraftResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), revision: z.int(), state: DraftsState }),
  OutdatedDraft,
]);
export type SaveDraftResult = z.infer<typeof SaveDraftResult>;

export const RemoveDraftResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('removed'), state: DraftsState }),
  OutdatedDraft,
]);
export type RemoveDraftResult = z.infer<typeof RemoveDraftResult>;

const SaveDraftInput = z.object({ draft: DraftEdit, basedOn: BasedOn });
export type SaveDraftInput = z.infer<typeof SaveDraftInput>;

/** `null` in `basedOn` removes any revision. */
const RemoveDraftInput = DraftId.extend({ basedOn: BasedOn });
export type RemoveDraftInput = z.infer<typeof RemoveDraftInput>;

export const draftProcedures = {
  watch: procedure.output(eventIterator(DraftsEvent)),
  /** Never rejects: an edit that cannot be written waits in memory. */
  save: procedure.input(SaveDraftInput).output(SaveDraftResult),
  remove: procedure.input(RemoveDraftInput).output(RemoveDraftResult),
  move: procedure.input(DraftId.extend({ connectionId: z.string() })).output(StoredDraft),
  /** Sets aside a file whose key is lost; deletes nothing. */
  startAnew: procedure.output(DraftsState),
};
