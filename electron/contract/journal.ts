import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { EntryOutcome, EntrySummary, JournalEntry } from '#domain/journal/entry.ts';
import { PersistenceStatus } from './persistence.ts';
import { procedure } from './procedure.ts';
import { JournalDays } from './settings.ts';

export const JournalFilter = z.object({
  connectionId: z.string().nullable().default(null),
  webhookId: z.int().nullable().default(null),
  /** The earliest and the latest time, both included. */
  from: z.date().nullable().default(null),
  to: z.date().nullable().default(null),
  outcomes: z.array(EntryOutcome).nullable().default(null),
  planId: z.string().nullable().default(null),
  /** Words that are all in the webhook's name or URL, the installation's name or who it was. */
  text: z.string().max(200).default(''),
});
export type JournalFilter = z.infer<typeof JournalFilter>;

/** Where the journal is. */
export const JournalStanding = PersistenceStatus.extend({
  /** Entries that are in memory alone, or are newer there than on disk. */
  waiting: z.int(),
  /** Entries whose outcome is not known, by installation, without installations that were removed. */
  open: z.array(z.object({ connectionId: z.string(), count: z.int() })),
  /** Days that entries are kept. */
  keepDays: z.int(),
  /** What was last removed because of its age; `null` for nothing in this run. */
  pruned: z.object({ at: z.date(), count: z.int(), before: z.date() }).nullable(),
  /**
   * What is from before this day would be removed because of its age, was looked at then, and stays: the
   * clock may be wrong. `null` where nothing stays for that.
   */
  heldBack: z.object({ at: z.date(), before: z.date() }).nullable(),
  /** Entries that were altered or sealed with another key; they are left as they are. */
  unreadable: z.int(),
});
export type JournalStanding = z.infer<typeof JournalStanding>;

export const JournalPage = z.object({
  /** The newest first. */
  entries: z.array(EntrySummary),
  /** Where the next page begins; `null` where there is none. */
  next: z.string().nullable(),
});
export type JournalPage = z.infer<typeof JournalPage>;

/** How many entries a filter finds. A count that has to read entries says how far it came. */
export const CountEvent = z.discriminatedUnion('kind', [
  /** Entries that were read, of how many; `null` where that is not known. */
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int().nullable() }),
  z.object({
    kind: z.literal('end'),
    total: z.int(),
    /** Those of them that changed something. */
    undoable: z.int(),
    /** When the latest of them was begun: `to` of a filter that is to find these and no later ones. */
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
        /** `next` of the page before; `null` for the newest. */
        after: z.string().nullable(),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(JournalPage),
  /** Counts what the filter finds. */
  count: procedure.input(z.object({ filter: JournalFilter })).output(eventIterator(CountEvent)),
  read: procedure.input(EntryId).output(JournalEntry),
  /** What the filter finds as text to read, in parts: header values and secret parts of URLs masked. */
  export: procedure.input(z.object({ filter: JournalFilter })).output(eventIterator(z.string())),
  /** How the journal stands, and again whenever that changes or an entry is written. */
  watch: procedure.output(eventIterator(JournalStanding)),
  keep: procedure
    .input(
      z.object({
        days: JournalDays,
        /** Removes also what is held back: a person says that the clock is right. */
        clockIsRight: z.boolean().default(false),
      }),
    )
    .output(JournalStanding),
  /** Reads the installations with open entries now, to settle these. */
  settle: procedure.output(JournalStanding),
};
