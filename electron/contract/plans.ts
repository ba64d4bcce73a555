import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ChangeOfMany } from '#domain/publishing/change-many.ts';
import { RowDecision } from '#domain/publishing/apply-row-decision.ts';
import { PlanItem, PlanRow, RowOutcome, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { JournalFilter } from './journal.ts';
import { OutboundRequest } from './outbound-request.ts';
import { procedure } from './procedure.ts';

/** The host checks these limits, not the schemas, so that the error is readable. */
export const planLimits = {
  drafts: 10_000,
  undo: 10_000,
  items: 10_000,
  webhooks: 100_000,
  bundle: 100_000,
  /** Undoable entries and those with an unknown outcome. */
  'undo-matching': 100_000,
} as const;

export const PlanSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drafts'), draftIds: z.array(z.string()).min(1) }),
  /** Undoes journal entries, newest first. */
  z.object({ kind: z.literal('undo'), entryIds: z.array(z.string()).min(1) }),
  /** Skips entries that changed nothing. */
  z.object({
    kind: z.literal('undo-matching'),
    filter: JournalFilter,
    except: z.array(z.string()),
  }),
  z.object({ kind: z.literal('items'), items: z.array(PlanItem).min(1) }),
  z.object({
    kind: z.literal('webhooks'),
    connectionId: z.string(),
    webhookIds: z.array(z.int()).min(1),
    change: ChangeOfMany,
  }),
  z.object({
    kind: z.literal('bundle'),
    bundlePlanId: z.string(),
    rows: z.array(z.object({ connectionId: z.string(), key: z.string() })).min(1),
  }),
]);
export type PlanSource = z.infer<typeof PlanSource>;

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
  name: z.string(),
  webhookId: z.int().nullable(),
  changes: z.string(),
});
export type PlanRowView = z.infer<typeof PlanRowView>;

export const PrepareEvent = z.discriminatedUnion('kind', [
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

/** `ended`: every row has an outcome. `interrupted`: Hookdesk stopped before that. */
const PlanStatus = z.enum(['running', 'ended', 'cancelled', 'stopped', 'interrupted']);

export const PlanState = z.object({
  planId: z.string(),
  title: z.string(),
  startedAt: z.date(),
  status: PlanStatus,
  counts: z.record(RowOutcome, z.int()),
  total: z.int(),
  /** Rows sent but not yet verified; only while running. */
  sent: z.int().exactOptional(),
  signInNeeded: z.array(z.string()).exactOptional(),
  left: z.int(),
  connectionNames: z.array(z.string()),
});
export type PlanState = z.infer<typeof PlanState>;

export const RunEvent = z.discriminatedUnion('kind', [
  /** Only new results; the first event contains all. */
  z.object({ kind: z.literal('results'), results: z.array(RowResult) }),
  z.object({ kind: z.literal('state'), planState: PlanState }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

export const ReportFormat = z.enum(['text', 'json']);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** Per installation in this order; `except`: all other ready rows in plan order. */
export const RowKeys = z.union([
  z.array(z.string()).min(1),
  z.object({ except: z.array(z.string()) }),
]);
export type RowKeys = z.infer<typeof RowKeys>;

const PlanId = z.object({ planId: z.string() });

export const planProcedures = {
  prepare: procedure.input(PlanSource).output(eventIterator(PrepareEvent)),
  /** `request` is `null` when nothing would be sent. */
  row: procedure
    .input(PlanId.extend({ key: z.string() }))
    .output(z.object({ row: PlanRow, request: OutboundRequest.nullable() })),
  /** Rows as of the preparation. */
  rows: procedure.input(PlanId).output(eventIterator(z.array(PlanRowView))),
  decide: procedure
    .input(PlanId.extend({ keys: z.array(z.string()).min(1), decision: RowDecision }))
    .output(z.array(PlanRowView)),
  /** Continues without the window. */
  run: procedure.input(PlanId.extend({ keys: RowKeys, options: RunOptions })).output(z.void()),
  watch: procedure.input(PlanId).output(eventIterator(RunEvent)),
  /** Starts no more rows; waits for sent ones. */
  cancel: procedure.input(PlanId).output(z.void()),
  /** Also before the end. Secrets are masked, values omitted. */
  report: procedure
    .input(PlanId.extend({ format: ReportFormat }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
  unfinished: procedure.output(z.array(PlanState)),
  resume: procedure.input(PlanId).output(z.void()),
  dismiss: procedure.input(PlanId).output(z.void()),
};
