import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ChangeOfMany } from '#domain/publishing/change-many.ts';
import { RowDecision } from '#domain/publishing/apply-row-decision.ts';
import { PlanItem, PlanRow, RowOutcome, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { JournalFilter } from './journal.ts';
import { OutboundRequest } from './outbound-request.ts';
import { procedure } from './procedure.ts';

/**
 * How many of each source a plan takes at most. The host refuses more in words; the schemas have no limit
 * of their own, because what they say is for programmers.
 */
export const planLimits = {
  drafts: 10_000,
  undo: 10_000,
  items: 10_000,
  webhooks: 100_000,
  bundle: 100_000,
  /** Entries that can be undone, and those whose outcome is not known. */
  'undo-matching': 100_000,
} as const;

/** What a plan is made of. */
export const PlanSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drafts'), draftIds: z.array(z.string()).min(1) }),
  /** Takes back what these journal entries did, the newest first. */
  z.object({ kind: z.literal('undo'), entryIds: z.array(z.string()).min(1) }),
  /**
   * The same for all entries that a filter finds but the excepted ones. Entries that changed nothing are
   * left out.
   */
  z.object({
    kind: z.literal('undo-matching'),
    filter: JournalFilter,
    except: z.array(z.string()),
  }),
  z.object({ kind: z.literal('items'), items: z.array(PlanItem).min(1) }),
  /** Webhooks of an installation as they were last read, all changed alike. */
  z.object({
    kind: z.literal('webhooks'),
    connectionId: z.string(),
    webhookIds: z.array(z.int()).min(1),
    change: ChangeOfMany,
  }),
  /** Rows of a bundle that was held against installations; none that is undecided or cannot be sent. */
  z.object({
    kind: z.literal('bundle'),
    bundlePlanId: z.string(),
    rows: z.array(z.object({ connectionId: z.string(), key: z.string() })).min(1),
  }),
]);
export type PlanSource = z.infer<typeof PlanSource>;

/** A row as a list shows it; the rest of it is asked for one by one. */
export const PlanRowView = PlanRow.pick({
  key: true,
  connectionId: true,
  action: true,
  state: true,
  reasons: true,
  draftId: true,
  undoes: true,
  problem: true,
}).extend({
  /** The webhook's name as it would be after. */
  name: z.string(),
  webhookId: z.int().nullable(),
  /** What would change, in a few words. */
  changes: z.string(),
});
export type PlanRowView = z.infer<typeof PlanRowView>;

export const PrepareEvent = z.discriminatedUnion('kind', [
  /** Journal entries or installations that were read, or rows that were compared, of how many. */
  z.object({
    kind: z.literal('progress'),
    of: z.enum(['entries', 'installations', 'rows']),
    done: z.int(),
    total: z.int(),
  }),
  z.object({ kind: z.literal('rows'), rows: z.array(PlanRowView) }),
  z.object({ kind: z.literal('end'), planId: z.string(), title: z.string() }),
]);
export type PrepareEvent = z.infer<typeof PrepareEvent>;

/** `running`, `ended`: every row has an outcome. `interrupted`: Hookdesk ended in the middle. */
const PlanStatus = z.enum(['running', 'ended', 'cancelled', 'stopped', 'interrupted']);

/** A plan that was begun, in numbers. */
export const PlanStanding = z.object({
  planId: z.string(),
  title: z.string(),
  startedAt: z.date(),
  status: PlanStatus,
  counts: z.record(RowOutcome, z.int()),
  total: z.int(),
  /** Rows that were sent, and of which reading has still to say what became; while it runs. */
  sent: z.int().exactOptional(),
  /** Ids of installations whose rows wait until a person has signed in again; while it runs. */
  signInNeeded: z.array(z.string()).exactOptional(),
  /** Rows that a resume would do. */
  left: z.int(),
  /** Names of the installations. */
  connectionNames: z.array(z.string()),
});
export type PlanStanding = z.infer<typeof PlanStanding>;

export const RunEvent = z.discriminatedUnion('kind', [
  /** Results that are new since the event before, some at a time; the first event begins anew. */
  z.object({ kind: z.literal('results'), results: z.array(RowResult) }),
  z.object({ kind: z.literal('standing'), standing: PlanStanding }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

export const ReportFormat = z.enum(['text', 'json']);
export type ReportFormat = z.infer<typeof ReportFormat>;

/**
 * Keys of the rows to carry out, those of one installation in this order; or all rows that are ready, in
 * the order of the plan, but the excepted ones.
 */
export const RowKeys = z.union([
  z.array(z.string()).min(1),
  z.object({ except: z.array(z.string()) }),
]);
export type RowKeys = z.infer<typeof RowKeys>;

const PlanId = z.object({ planId: z.string() });

export const planProcedures = {
  /** Reads the installations and says how each row stands. Sends nothing. */
  prepare: procedure.input(PlanSource).output(eventIterator(PrepareEvent)),
  /** One row, with the exact request that it would send; `null` where it would send none. */
  row: procedure
    .input(PlanId.extend({ key: z.string() }))
    .output(z.object({ row: PlanRow, request: OutboundRequest.nullable() })),
  /** The rows of a plan that was prepared or begun, as they stood when it was prepared; some at a time. */
  rows: procedure.input(PlanId).output(eventIterator(z.array(PlanRowView))),
  /** What a person decides about rows of a prepared plan that cannot be sent as they stand. */
  decide: procedure
    .input(PlanId.extend({ keys: z.array(z.string()).min(1), decision: RowDecision }))
    .output(z.array(PlanRowView)),
  /** Begins to carry out rows. Goes on without the window. */
  run: procedure.input(PlanId.extend({ keys: RowKeys, options: RunOptions })).output(z.void()),
  /** How a plan that was begun goes, until it has ended. */
  watch: procedure.input(PlanId).output(eventIterator(RunEvent)),
  /** Begins nothing more; what is sent goes on to its outcome. */
  cancel: procedure.input(PlanId).output(z.void()),
  /**
   * What came of a plan as far as it is known, also half-way: for people, or as JSON. Holds names and
   * what was changed, and no value; secrets are masked.
   */
  report: procedure
    .input(PlanId.extend({ format: ReportFormat }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
  /** Plans with rows that are left or under way, the newest first. */
  unfinished: procedure.output(z.array(PlanStanding)),
  /** Carries out what is left of a plan, and nothing else. */
  resume: procedure.input(PlanId).output(z.void()),
  /** Gives up what is left. What was done stays in the journal. */
  dismiss: procedure.input(PlanId).output(z.void()),
};
