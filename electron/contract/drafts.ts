import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { StoredDraft } from '#domain/draft/stored-draft.ts';
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
});
export type DraftsStanding = z.infer<typeof DraftsStanding>;

/** What a window that watches is told. */
export const DraftsEvent = z.discriminatedUnion('kind', [
  /**
   * All drafts, in parts: those that there were, once they are known, before the standing that says so;
   * later those that were made of a file.
   */
  z.object({ kind: z.literal('drafts'), drafts: z.array(StoredDraft) }),
  /** Drafts that are no more, because a plan has published what they said when they were edited last. */
  z.object({
    kind: z.literal('published'),
    drafts: z.array(StoredDraft.pick({ id: true, editedAt: true })),
  }),
  z.object({ kind: z.literal('standing'), standing: DraftsStanding }),
]);
export type DraftsEvent = z.infer<typeof DraftsEvent>;

const DraftId = z.object({ draftId: StoredDraft.shape.id });

export const draftProcedures = {
  watch: procedure.output(eventIterator(DraftsEvent)),
  /** Never refused: where it cannot be on disk, it waits, as the standing says. */
  save: procedure.input(StoredDraft).output(DraftsStanding),
  remove: procedure.input(DraftId).output(DraftsStanding),
  /** Moves a draft to another installation, as `moveDraft` in the domain says. */
  move: procedure.input(DraftId.extend({ connectionId: z.string() })).output(StoredDraft),
  /** Sets a file aside whose key is gone, and begins an empty one. Nothing is deleted. */
  startAnew: procedure.output(DraftsStanding),
};
