import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { DraftEdit, StoredDraft } from '#domain/draft/stored-draft.ts';
import { JournalEntry } from '#domain/journal/entry.ts';
import { Webhook } from '#domain/webhook/webhook.ts';
import { PersistenceStatus } from './persistence.ts';
import { procedure } from './procedure.ts';

/** Where drafts are. While it is `opening`, those on disk are not known yet. */
export const DraftsStanding = PersistenceStatus.extend({
  /** Drafts with edits that are not on disk. */
  waiting: z.int(),
  /** Drafts on disk that were altered or sealed with another key; they are left as they are. */
  unreadable: z.int(),
  /** What was found of the file when it could be opened only later. */
  notices: z.array(z.string()),
  /** Windows that follow the drafts, this one included. */
  windows: z.int(),
});
export type DraftsStanding = z.infer<typeof DraftsStanding>;

/** The latest request that publishes a draft, as History has it. */
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
}).extend({ draftId: z.string() });
export type DraftEntry = z.infer<typeof DraftEntry>;

/** A draft that is no more. */
export const RemovedDraft = z.object({
  id: z.string(),
  /** Higher than each that the draft had: what is based on one of those is outdated. */
  revision: z.int(),
  /** The webhook that it was published as; `null` where it was discarded or moved. */
  published: Webhook.nullable(),
});
export type RemovedDraft = z.infer<typeof RemovedDraft>;

/** What a window that watches is told. */
export const DraftsEvent = z.discriminatedUnion('kind', [
  /** Drafts as they are now, in parts: all of them once they are known, later those that changed. */
  z.object({ kind: z.literal('drafts'), drafts: z.array(StoredDraft) }),
  z.object({ kind: z.literal('removed'), drafts: z.array(RemovedDraft) }),
  /** For each draft with a request that publishes it, the latest one, and again when that changes. */
  z.object({ kind: z.literal('entries'), entries: z.array(DraftEntry) }),
  z.object({ kind: z.literal('standing'), standing: DraftsStanding }),
]);
export type DraftsEvent = z.infer<typeof DraftsEvent>;

const DraftId = z.object({ draftId: StoredDraft.shape.id });

/** The revision that the window had last; `null` for a draft that it has just begun. */
const BasedOn = z.int().min(0).nullable();

/** Another window changed the draft first: nothing was done, and this is how it is now. */
const OutdatedDraft = z.object({
  status: z.literal('outdated'),
  current: StoredDraft,
  standing: DraftsStanding,
});

export const DraftSaved = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), revision: z.int(), standing: DraftsStanding }),
  OutdatedDraft,
]);
export type DraftSaved = z.infer<typeof DraftSaved>;

export const DraftRemoved = z.discriminatedUnion('status', [
  z.object({ status: z.literal('removed'), standing: DraftsStanding }),
  OutdatedDraft,
]);
export type DraftRemoved = z.infer<typeof DraftRemoved>;

export const draftProcedures = {
  watch: procedure.output(eventIterator(DraftsEvent)),
  /** Never refused: where it cannot be on disk, it waits, as the status says. */
  save: procedure.input(z.object({ draft: DraftEdit, basedOn: BasedOn })).output(DraftSaved),
  remove: procedure.input(DraftId.extend({ basedOn: BasedOn })).output(DraftRemoved),
  /** Moves a draft to another installation, as `moveDraft` in the domain says. */
  move: procedure.input(DraftId.extend({ connectionId: z.string() })).output(StoredDraft),
  /** Sets a file aside whose key is gone, and begins an empty one. Nothing is deleted. */
  startAnew: procedure.output(DraftsStanding),
};
