import type { Environment } from '../installation/connection.ts';
import { changesInWords } from '../journal/entry-summary.ts';
import type { WriteAction } from '../journal/entry.ts';
import type { Problem } from '../problem.ts';
import { Masking, type OtherSecrets } from '../secrets/masking.ts';
import type { PlanRow, RowOutcome, RowResult } from './plan.ts';
import { readOnlyInWords, type ReadOnlyRows } from './read-only-rows.ts';
import { nameOfRow, rowProblem, versionToChange } from './row-state.ts';

/** `sent`: answered, not read back yet. `open`: waiting or on its way. `left-out`: not selected. */
export type ReportedOutcome = RowOutcome | 'sent' | 'open' | 'left-out';

export type ReportedStatus =
  'prepared' | 'running' | 'ended' | 'paused' | 'cancelled' | 'stopped' | 'interrupted';

/** Contains no values except the webhook's name. */
export interface ReportedRow {
  readonly outcome: ReportedOutcome;
  readonly action: WriteAction;
  readonly name: string;
  readonly webhookId: number | null;
  readonly changes: string;
  readonly notes: readonly string[];
  readonly problem: Pick<Problem, 'code' | 'message' | 'advice'> | null;
}

interface ReportedInstallation {
  readonly name: string;
  readonly environment: Environment | null;
  readonly rows: readonly ReportedRow[];
}

/** The result of a plan, for a file or the clipboard. The JSON form of the report is this object. */
export interface PlanReport {
  readonly format: 'hookdesk-plan-report';
  readonly version: 1;
  readonly title: string;
  /** UTC, RFC 3339; `null` when the plan was not started. */
  readonly begunAt: string | null;
  readonly writtenAt: string;
  readonly status: ReportedStatus;
  readonly counts: Partial<Record<ReportedOutcome, number>>;
  /** Left out, because the installation is read-only. */
  readonly readOnly?: readonly ReportedReadOnly[];
  readonly installations: readonly ReportedInstallation[];
  /** Webhooks that hold the replaced value, as last read. Only of a plan that replaces one. */
  readonly stillHeld?: readonly StillHeld[];
  /** Of the search behind `stillHeld`. */
  readonly searched?: SearchedLists;
}

interface ReportedReadOnly extends Omit<ReadOnlyRows, 'connectionId'> {
  readonly installation: string;
}

interface SearchedLists {
  readonly read: number;
  readonly neverRead: number;
  /** UTC, RFC 3339; `null` without a list. */
  readonly oldestReadAt: string | null;
}

/** A webhook that still has the value that a rotation replaced. */
export interface StillHeld {
  readonly installation: string;
  readonly name: string;
  readonly webhookId: number | null;
  readonly places: readonly string[];
}

/** Masks secrets in all texts. */
export function reportedRow(
  row: PlanRow,
  outcome: ReportedOutcome,
  result: RowResult | null,
  others?: OtherSecrets,
): ReportedRow {
  const { base, definition, live } = row;
  const masking = new Masking([base, definition, live], false, others);
  const problem = result === null ? rowProblem(row) : result.problem;
  return {
    outcome,
    action: row.action,
    name: masking.text(nameOfRow(row)),
    webhookId: result?.webhookId ?? (live ?? base)?.id ?? null,
    changes: masking.message(changesInWords(versionToChange(row), definition)),
    notes: (result?.notes ?? row.reasons).map((note) => masking.message(note)),
    problem: problem && {
      code: problem.code,
      message: masking.message(problem.message),
      advice: masking.message(problem.advice),
    },
  };
}

export function reportedCounts(rows: readonly ReportedRow[]): PlanReport['counts'] {
  const counts: Partial<Record<ReportedOutcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const actions: Readonly<Record<WriteAction, string>> = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
};

const outcomes: Readonly<Record<ReportedOutcome, string>> = {
  done: 'Done',
  unchanged: 'Already up to date',
  differs: 'Mismatch',
  failed: 'Failed',
  unknown: 'Unknown',
  sent: 'Verifying',
  open: 'No result yet',
  'not-attempted': 'Not attempted',
  cancelled: 'Cancelled',
  'left-out': 'Left out',
};
const outcomesInOrder = [
  'done',
  'unchanged',
  'differs',
  'failed',
  'unknown',
  'sent',
  'open',
  'not-attempted',
  'cancelled',
  'left-out',
] as const;

const statuses: Readonly<Record<ReportedStatus, string>> = {
  prepared: 'The plan was not started. Nothing was sent.',
  running: 'The plan is running. This is its progress.',
  ended: 'The plan is finished.',
  paused: 'The plan is paused after its first row.',
  cancelled: 'The plan was cancelled. Requests already sent were completed.',
  stopped: 'The plan stopped at a failure.',
  interrupted: 'Hookdesk closed before the plan finished.',
};

const remarks: readonly (readonly [ReportedOutcome, string])[] = [
  ['differs', 'Rows with a mismatch are marked.'],
  ['unknown', 'Rows with an unknown result are not resent.'],
  ['open', 'Rows without a result were not sent yet or are in progress.'],
];

/** Characters of the column with the outcome. */
const outcomeWidth = 23;

export function reportText(report: PlanReport): string {
  const { title, begunAt, writtenAt, status, counts, readOnly = [], installations } = report;
  const isOver = status !== 'prepared' && status !== 'running';
  const countTexts = outcomesInOrder.flatMap((outcome) => {
    const count = counts[outcome] ?? 0;
    return count === 0 ? [] : [`${count} ${outcomes[outcome].toLowerCase()}`];
  });
  return [
    title,
    begunAt === null
      ? `As of ${utc(writtenAt)}`
      : `Started ${utc(begunAt)}, as of ${utc(writtenAt)}`,
    statuses[status],
    `${countTexts.join(', ') || 'The plan is empty'}.`,
    ...remarks.flatMap(([outcome, remark]) => ((counts[outcome] ?? 0) > 0 ? [remark] : [])),
    ...readOnly.map(
      ({ installation, ...rows }) => `${inOneLine(readOnlyInWords(installation, rows, isOver))}.`,
    ),
    ...installations.flatMap(installationLines),
    ...stillHeldLines(report),
    '',
  ].join('\n');
}

function installationLines({ name, environment, rows }: ReportedInstallation): string[] {
  const title = environment === null ? name : `${name} (${environment})`;
  return ['', inOneLine(title), ...rows.flatMap(rowLines)];
}

function rowLines(row: ReportedRow): string[] {
  const { outcome, action, name, webhookId, changes, notes, problem } = row;
  const id = webhookId === null ? '' : ` (id ${webhookId})`;
  const changesText = changes === '' ? '' : ` – ${changes}`;
  // The head of the report names read-only installations.
  const details =
    problem?.code === 'read-only' ? [] : [...notes, ...(problem === null ? [] : [problem.message])];
  const title = inOneLine(`${actions[action]} ${name}${id}${changesText}`);
  return [
    `  ${outcomes[outcome].padEnd(outcomeWidth - 3)} ${title}`,
    ...details.map((detail) => `${' '.repeat(outcomeWidth)}${inOneLine(detail)}`),
  ];
}

function stillHeldLines({ stillHeld, searched }: PlanReport): string[] {
  if (stillHeld === undefined || searched === undefined) return [];
  const scope = searchedInWords(searched);
  if (stillHeld.length === 0) return ['', `No webhook holds the old value ${scope}.`];
  return [
    '',
    `These webhooks still hold the old value ${scope}:`,
    ...stillHeld.map(({ installation, name, webhookId, places }) => {
      const id = webhookId === null ? '' : ` (id ${webhookId})`;
      return `  ${inOneLine(`${installation}: ${name}${id} – ${places.join(', ')}`)}`;
    }),
  ];
}

/** A claim is limited to the lists that were read. */
function searchedInWords({ read, neverRead, oldestReadAt }: SearchedLists): string {
  const age = oldestReadAt === null ? '' : `, oldest list ${utc(oldestReadAt)}`;
  const missing = neverRead === 0 ? '' : `, ${neverRead} never read`;
  return `(${read} of ${read + neverRead} installations searched${missing}${age})`;
}

/** A name with line feeds must not look like another row. */
const inOneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

const utc = (time: string): string => time.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC');
