import type { WriteAction } from '../journal/entry.ts';
import { Masking, type OtherSecrets } from '../secrets/masked.ts';
import { changesInWords } from '../journal/entry-summary.ts';
import type { Environment } from '../installation/connection.ts';
import type { Problem } from '../problem.ts';
import type { PlanRow, RowOutcome, RowResult } from './plan.ts';
import type { ReadOnlyRows } from './read-only-rows.ts';
import { nameOfRow, rowProblem } from './row-state.ts';

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

export interface ReportedInstallation {
  readonly name: string;
  readonly environment: Environment | null;
  readonly rows: readonly ReportedRow[];
}

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

export interface ReportedReadOnly extends Omit<ReadOnlyRows, 'connectionId'> {
  readonly installation: string;
}

export interface SearchedLists {
  readonly read: number;
  readonly neverRead: number;
  /** UTC, RFC 3339; `null` without a list. */
  readonly oldestReadAt: string | null;
}

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
  const values = new Masking([base, definition, live], false, others);
  const problem = result === null ? rowProblem(row) : result.problem;
  return {
    outcome,
    action: row.action,
    name: values.text(nameOfRow(row)),
    webhookId: result?.webhookId ?? (live ?? base)?.id ?? null,
    changes: values.message(changesInWords(live ?? base, definition)),
    notes: (result?.notes ?? row.reasons).map((note) => values.message(note)),
    problem: problem && {
      code: problem.code,
      message: values.message(problem.message),
      advice: values.message(problem.advice),
    },
  };
}

export function reportedCounts(rows: readonly ReportedRow[]): PlanReport['counts'] {
  const counts: Partial<Record<ReportedOutcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
