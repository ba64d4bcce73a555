import type { WriteAction } from '../journal/entry.ts';
import { MaskedValues } from '../journal/masked-values.ts';
import { changesInWords } from '../journal/words.ts';
import type { Environment } from '../installation/connection.ts';
import type { Problem } from '../problem.ts';
import type { PlanRow, RowOutcome, RowResult } from './plan.ts';

/**
 * What is known of a row when a report is made. `sent`: it was answered, and is read back. `open`: its
 * turn has not come, or its request is on its way. `left-out`: it was looked at, and not among those that
 * were begun.
 */
export type ReportedOutcome = RowOutcome | 'sent' | 'open' | 'left-out';

/** `prepared`: it was not begun. `running`: it goes on. The others: how it came to rest. */
export type ReportedStatus =
  'prepared' | 'running' | 'ended' | 'cancelled' | 'stopped' | 'interrupted';

/** A row with what became of it; it holds no value of a field or a header but the webhook's name. */
export interface ReportedRow {
  readonly outcome: ReportedOutcome;
  readonly action: WriteAction;
  readonly name: string;
  /** The id on the installation; `null` where there is none yet. */
  readonly webhookId: number | null;
  /** What it changes, in a few words. */
  readonly changes: string;
  /** What a person should know, a sentence each. */
  readonly notes: readonly string[];
  readonly problem: Pick<Problem, 'code' | 'message' | 'advice'> | null;
}

export interface ReportedInstallation {
  readonly name: string;
  readonly environment: Environment | null;
  readonly rows: readonly ReportedRow[];
}

/** A plan and what came of it, also where that is only a part. As JSON it is what programs read. */
export interface PlanReport {
  readonly format: 'hookdesk-plan-report';
  readonly version: 1;
  readonly title: string;
  /** In UTC, as RFC 3339 has it; `null` for a plan that was not begun. */
  readonly begunAt: string | null;
  readonly writtenAt: string;
  readonly status: ReportedStatus;
  /** How many rows have each outcome; those that none has are not there. */
  readonly counts: Partial<Record<ReportedOutcome, number>>;
  readonly installations: readonly ReportedInstallation[];
}

/** What a row says in a report. What is a secret as a rule is masked, in whatever text it stands. */
export function reportedRow(
  row: PlanRow,
  outcome: ReportedOutcome,
  result: RowResult | null,
): ReportedRow {
  const { base, definition, live } = row;
  const values = new MaskedValues([base, definition, live].filter((each) => each !== null));
  const problem = result === null ? row.problem : result.problem;
  return {
    outcome,
    action: row.action,
    name: values.text((definition ?? live ?? base)?.name ?? ''),
    webhookId: result?.webhookId ?? (live ?? base)?.id ?? null,
    changes: values.text(changesInWords(live ?? base, definition)),
    notes: (result?.notes ?? row.reasons).map((note) => values.text(note)),
    problem: problem && {
      code: problem.code,
      message: values.text(problem.message),
      advice: values.text(problem.advice),
    },
  };
}

/** How many rows have each outcome. */
export function reportedCounts(rows: readonly ReportedRow[]): PlanReport['counts'] {
  const counts: Partial<Record<ReportedOutcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
