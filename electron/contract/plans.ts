import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ComparedPart } from '#domain/comparison/compared-part.ts';
import { changesInWords } from '#domain/journal/entry-summary.ts';
import { Problem } from '#domain/problem.ts';
import { ChangeOfMany } from '#domain/publishing/change-many.ts';
import {
  PlanItem,
  PlanRow,
  ResumeOptions,
  RowAnswer,
  RowOutcome,
  RowResult,
  RunOptions,
} from '#domain/publishing/plan.ts';
import { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import {
  nameOfRow,
  rowProblem,
  RowState,
  rowStateOf,
  versionToChange,
} from '#domain/publishing/row-state.ts';
import { shownProblem } from '#domain/publishing/shown-row.ts';
import {
  FindingBeforePublishing,
  FindingCounts,
} from '#domain/template/checks/findings-before-publishing.ts';
import { SeenWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { BoundSecret } from './bundle-import.ts';
import { JournalFilter } from './journal.ts';
import { OutboundRequest } from './publishing.ts';
import { procedure } from './procedure.ts';

/** The host checks these limits, not the schemas, so that the error is readable. */
export const planLimits = {
  drafts: 10_000,
  undo: 10_000,
  items: 10_000,
  webhooks: 100_000,
  /** Webhooks, not rows: each is planned for each installation. */
  copy: 10_000,
  /** Undoable entries and those with an unknown outcome. */
  'undo-matching': 100_000,
  /** Rows × installations. */
  comparison: 100_000,
  pause: 10_000,
  'remote-changes': 10_000,
} as const;

/** Webhooks of one or several installations, as a person saw them in the last snapshots. */
export const WebhookSelection = z
  .array(z.object({ connectionId: z.string(), webhooks: z.array(SeenWebhook).min(1) }))
  .min(1)
  .max(1_000);
export type WebhookSelection = z.infer<typeof WebhookSelection>;

export const PauseTerms = z.object({
  /** `null`: until a person resumes. */
  until: z.date().nullable(),
  reason: z.string().max(1_000),
  /** IANA name of the person's time zone. */
  zone: z.string().max(100),
  /** Resumes at `until` without asking, if Hookdesk runs then. */
  resumesItself: z.boolean(),
});
export type PauseTerms = z.infer<typeof PauseTerms>;

export const PlanSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drafts'), draftIds: z.array(z.string()).min(1) }),
  /** Undoes journal entries, newest first. */
  z.object({ kind: z.literal('undo'), entryIds: z.array(z.string()).min(1) }),
  /** Skips entries that changed nothing. */
  z.object({
    kind: z.literal('undo-matching'),
    filter: JournalFilter,
    except: z.array(z.string()),
    /** Whether the entries are undos themselves. It decides words only. */
    isRedo: z.boolean().exactOptional(),
  }),
  z.object({ kind: z.literal('items'), items: z.array(PlanItem).min(1) }),
  z.object({
    kind: z.literal('webhooks'),
    selection: WebhookSelection,
    change: ChangeOfMany,
  }),
  /** Makes webhooks of other installations equal to those of the reference. */
  z.object({
    kind: z.literal('comparison'),
    comparisonId: z.string(),
    /** Rows of the comparison; `null` for all rows. */
    keys: z.array(z.string()).min(1).max(100_000).nullable(),
    /** `null` for all installations of the comparison. */
    connectionIds: z.array(z.string()).min(1).nullable(),
    /** Also deletes webhooks that the reference lacks. */
    alsoRemove: z.boolean(),
  }),
  z.object({ kind: z.literal('rotation'), searchId: z.string() }),
  z.object({
    kind: z.literal('bundle'),
    fileId: z.string(),
    connectionIds: z.array(z.string()).min(1).max(1_000),
    /** Rows of the file; `null` for all rows. */
    keys: z.array(z.string()).max(100_000).nullable(),
    alsoRemove: z.boolean(),
    /** Plans each row only for the installation that it comes from. */
    eachToItsSource: z.boolean().exactOptional(),
    /** Names of webhooks, or queries with the terms of the search. Rows of other webhooks are left out. */
    only: z.array(z.string().min(1)).max(1_000).exactOptional(),
    /** Not changed on any installation. */
    ignoredParts: z.array(ComparedPart).max(1_000).exactOptional(),
  }),
  /** Creates or updates webhooks on other installations, like the rows of a file. */
  z.object({
    kind: z.literal('copy'),
    selection: WebhookSelection,
    connectionIds: z.array(z.string()).min(1).max(1_000),
  }),
  /** Disables enabled webhooks until a time. */
  PauseTerms.extend({
    kind: z.literal('pause'),
    selection: WebhookSelection,
    /** Of a pause that was scheduled. */
    pauseId: z.string().exactOptional(),
  }),
  /** Enables what these pauses disabled. */
  z.object({ kind: z.literal('resume'), pauseIds: z.array(z.string()).min(1).max(1_000) }),
  /** Restores what others changed: the version before each remote change. */
  z.object({
    kind: z.literal('remote-changes'),
    changes: z.array(z.object({ connectionId: z.string(), key: WebhookKey })).min(1),
  }),
]);
export type PlanSource = z.infer<typeof PlanSource>;

export const selectedCount = (selection: WebhookSelection): number =>
  selection.reduce((count, { webhooks }) => count + webhooks.length, 0);

/** Without these webhooks; an installation without others is left out. */
export function selectionWithout(
  selection: WebhookSelection,
  webhooks: readonly { readonly connectionId: string; readonly webhookId: number }[],
): WebhookSelection {
  const without = Map.groupBy(webhooks, ({ connectionId }) => connectionId);
  return selection.flatMap(({ connectionId, webhooks: its }) => {
    const ids = new Set(without.get(connectionId)?.map(({ webhookId }) => webhookId));
    const left = its.filter(({ id }) => !ids.has(id));
    return left.length === 0 ? [] : [{ connectionId, webhooks: left }];
  });
}

/** A source by its kind. */
export type SourceOf<Kind extends PlanSource['kind']> = Extract<PlanSource, { kind: Kind }>;

/** A row for lists, without its webhooks; the procedure `row` gives its request. */
export const PlanRowView = PlanRow.pick({
  key: true,
  connectionId: true,
  action: true,
  draftId: true,
  undoes: true,
  fileRow: true,
  answers: true,
  needs: true,
  alternatives: true,
  losses: true,
  issues: true,
  reasons: true,
  problem: true,
  selected: true,
}).extend({
  state: RowState,
  name: z.string(),
  webhookId: z.int().nullable(),
  /** Whether it enables a disabled webhook. */
  enables: z.boolean(),
  changes: z.string(),
  /** URL that receives the row's secrets; empty when the row needs none. */
  destination: z.string(),
  /** Secrets of the row that have a value. */
  filled: z.array(z.object({ name: z.string(), remembered: z.boolean() })),
});
export type PlanRowView = z.infer<typeof PlanRowView>;

export const PrepareProgress = z.object({
  kind: z.literal('progress'),
  /** Installation that is read and compared; `null` while entries of History are read. */
  connectionId: z.string().nullable(),
  step: z.enum(['waiting', 'reading', 'planning', 'done', 'failed']),
  /** Webhooks or entries so far. */
  read: z.int(),
  /** `null` when it is not known. */
  total: z.int().nullable(),
  /** Webhooks without a unique id: no row of a file or copy is compared with them. */
  unaddressable: z.int(),
  problem: Problem.nullable(),
});
export type PrepareProgress = z.infer<typeof PrepareProgress>;

export const PrepareEvent = z.discriminatedUnion('kind', [
  PrepareProgress,
  z.object({ kind: z.literal('rows'), rows: z.array(PlanRowView) }),
  z.object({ kind: z.literal('end'), planId: z.string(), title: z.string() }),
]);
export type PrepareEvent = z.infer<typeof PrepareEvent>;

/** What the checks of the payload template find in a row. */
export const RowFindings = FindingCounts.extend({ key: z.string() });
export type RowFindings = z.infer<typeof RowFindings>;

/** Rows that an answer changes or adds; `gone` ones are no longer in the plan. */
export const RowsEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(PlanRowView) }),
  z.object({ kind: z.literal('end'), gone: z.array(z.string()) }),
]);
export type RowsEvent = z.infer<typeof RowsEvent>;

/** `ended`: each row has an outcome. `paused`: after `first`. `interrupted`: Hookdesk stopped. */
const PlanStatus = z.enum(['running', 'ended', 'paused', 'cancelled', 'stopped', 'interrupted']);

export const PlanState = z.object({
  planId: z.string(),
  title: z.string(),
  startedAt: z.date(),
  status: PlanStatus,
  counts: z.record(RowOutcome, z.int()),
  total: z.int(),
  /** Rows sent but not yet verified; only while running. */
  sent: z.int().exactOptional(),
  /** Ids of connections that wait for a new sign-in; only while running. */
  signInNeeded: z.array(z.string()).exactOptional(),
  /** Rows that the plan sends when it is resumed. */
  left: z.int(),
  connectionNames: z.array(z.string()),
  /** Key of the only row of the last run, before the plan paused. */
  first: z.string().exactOptional(),
  rotates: z.boolean().exactOptional(),
  /** Left out of the plan. */
  readOnly: z.array(ReadOnlyRows).exactOptional(),
});
export type PlanState = z.infer<typeof PlanState>;

export const RunEvent = z.discriminatedUnion('kind', [
  /** Only new results; the first event contains all. */
  z.object({ kind: z.literal('results'), results: z.array(RowResult) }),
  /** Keys of rows whose requests are out; each has a result later. */
  z.object({ kind: z.literal('begun'), rows: z.array(z.string()) }),
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

/** One answer for all these rows; replaces earlier ones of the same kinds. `null` withdraws. */
export const AnswerToRows = z.object({
  keys: z.array(z.string()).min(1).max(100_000),
  answer: RowAnswer,
});
export type AnswerToRows = z.infer<typeof AnswerToRows>;

const PlanId = z.object({ planId: z.string() });
const OfInstallation = PlanId.extend({ connectionId: z.string() });

export const planProcedures = {
  /** Answers and secrets of the `earlier` plan apply again. */
  prepare: procedure
    .input(PlanSource.and(z.object({ earlier: z.string().exactOptional() })))
    .output(eventIterator(PrepareEvent)),
  /** `request` is `null` when nothing would be sent. `secretsShown`: a person asked for the secrets. */
  row: procedure
    .input(PlanId.extend({ key: z.string(), secretsShown: z.boolean().default(false) }))
    .output(
      z.object({
        row: PlanRow,
        request: OutboundRequest.nullable(),
        findings: z.array(FindingBeforePublishing),
      }),
    ),
  /** Of a plan that has not started, in the order of its rows; `done` counts checked rows. */
  findings: procedure
    .input(PlanId)
    .output(eventIterator(z.object({ done: z.int(), found: z.array(RowFindings) }))),
  /** Rows as of the preparation. */
  rows: procedure.input(PlanId).output(eventIterator(z.array(PlanRowView))),
  answer: procedure
    .input(PlanId.extend({ answers: z.array(AnswerToRows).min(1).max(100_000) }))
    .output(eventIterator(RowsEvent)),
  /** `remember` stores the value in the vault, for this installation, name and destination only. */
  giveSecret: procedure
    .input(
      OfInstallation.extend({
        ...BoundSecret.shape,
        value: z.string().min(1).max(65_536),
        remember: z.boolean(),
      }),
    )
    .output(eventIterator(RowsEvent)),
  /** For this plan only, also for a remembered value. */
  withdrawSecret: procedure
    .input(OfInstallation.extend(BoundSecret.shape))
    .output(eventIterator(RowsEvent)),
  /** Continues without the window. `first`: pauses after this row. */
  run: procedure
    .input(PlanId.extend({ keys: RowKeys, options: RunOptions, first: z.string().exactOptional() }))
    .output(z.void()),
  watch: procedure.input(PlanId).output(eventIterator(RunEvent)),
  /** After the end: results that are found later, until no outcome is unknown or the plan is resumed. */
  outcomes: procedure.input(PlanId).output(eventIterator(RunEvent)),
  /** Starts no more rows; waits for sent ones. */
  cancel: procedure.input(PlanId).output(z.void()),
  /** Also before the end. Secrets are masked, values omitted. */
  report: procedure
    .input(PlanId.extend({ format: ReportFormat }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
  /** Releases a plan that has not started. */
  forget: procedure.input(PlanId).output(z.void()),
  unfinished: procedure.output(z.array(PlanState)),
  resume: procedure.input(PlanId.extend(ResumeOptions.shape)).output(z.void()),
  dismiss: procedure.input(PlanId).output(z.void()),
};

export function rowView(row: PlanRow): PlanRowView {
  const { key, connectionId, action, draftId, undoes, fileRow, answers, needs } = row;
  const { alternatives, losses, issues, reasons, selected, base, definition, live } = row;
  const state = rowStateOf(row);
  const before = versionToChange(row);
  const isChange = state !== 'unchanged' && (definition !== null || action === 'delete');
  return {
    key,
    connectionId,
    action,
    draftId,
    undoes,
    fileRow,
    answers,
    needs,
    alternatives,
    losses,
    issues,
    reasons,
    selected,
    state,
    problem: shownProblem(rowProblem(row), row),
    name: nameOfRow(row),
    webhookId: (live ?? base)?.id ?? null,
    enables: isChange && before?.enabled === false && definition?.enabled === true,
    changes: isChange ? changesInWords(before, definition) : '',
    destination: '',
    filled: [],
  };
}
