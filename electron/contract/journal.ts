import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { EntryOutcome, EntrySummary, JournalEntry } from '#domain/journal/entry.ts';
import { PersistenceStatus } from './persistence.ts';
import { procedure } from './procedure.ts';
import { JournalDays } from './settings.ts';

export const JournalFilter = z.object({
  connectionId: z.string().nullable().default(null),
  webhookId: z.int().nullable().default(null),
  /** Both inclusive. */
  from: z.date().nullable().default(null),
  to: z.date().nullable().default(null),
  outcomes: z.array(EntryOutcome).nullable().default(null),
  planId: z.string().nullable().default(null),
  /** All words must occur in the webhook's name or URL, the installation's name or the person. */
  text: z.string().max(200).default(''),
});
export type JournalFilter = z.infer<typeof JournalFilter>;

export const JournalState = PersistenceStatus.extend({
  /** Changes that are not on disk yet. */
  waiting: z.int(),
  /** Entries without a known outcome, by installation. */
  open: z.array(z.object({ connectionId: z.string(), count: z.int() })),
  keepDays: z.int(),
  /** Last removal by age in this run; `null` when nothing was removed. */
  pruned: z.object({ at: z.date(), count: z.int(), before: z.date() }).nullable(),
  /** Old entries kept because the clock may be wrong. */
  heldBack: z.object({ at: z.date(), before: z.date() }).nullable(),
  /** Altered or encrypted with another key; left unchanged. */
  unreadable: z.int(),
});
export type JournalState = z.infer<typeof JournalState>;

export const JournalPage = z.object({
  entries: z.array(EntrySummary),
  next: z.string().nullable(),
});
export type JournalPage = z.infer<typeof JournalPage>;

export const CountEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int().nullable() }),
  z.object({
    kind: z.literal('end'),
    total: z.int(),
    undoable: z.int(),
    /** Newest start time; as `to` it excludes later entries. */
    latest: z.date().nullable(),
  }),
]);
export type CountEvent = z.infer<typeof CountEvent>;

const EntryId = z.object({ entryId: z.string() });

export const journalProcedures = {
  page: procedure
    .input(
      z.object({
        filter: JournalFilter,
        after: z.string().nullable(),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(JournalPage),
  count: procedure.input(z.object({ filter: JournalFilter })).output(eventIterator(CountEvent)),
  read: procedure.input(EntryId).output(JournalEntry),
  /** Header values and secret parts of URLs are masked. */
  export: procedure.input(z.object({ filter: JournalFilter })).output(eventIterator(z.string())),
  watch: procedure.output(eventIterator(JournalState)),
  keep: procedure
    .input(
      z.object({
        days: JournalDays,
        /** The user confirms the clock: also removes `heldBack`. */
        clockIsRight: z.boolean().default(false),
      }),
    )
    .output(JournalState),
  /** Reads these installations if they have open entries; by default all. */
  settle: procedure
    .input(
      z.object({ connectionIds: z.array(z.string()).nullable() }).default({ connectionIds: null }),
    )
    .output(
      JournalState.extend({
        /** Milliseconds until another reading can find more outcomes; 0 when waiting does not help. */
        wait: z.number(),
      }),
    ),
};
