import type { PlanRowView } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { countsInWords, type OutcomeCounts } from '../../model/plans/outcome-counts.ts';
import { actionWords, outcomeWords } from './words.ts';

interface ReportedInstallation {
  readonly name: string;
  readonly environment: string | null;
  readonly rows: readonly PlanRowView[];
}

/** A plan and what came of it as text to read, for a ticket; without a header's value. */
export function reportOf(
  title: string,
  at: Date,
  counts: OutcomeCounts,
  installations: readonly ReportedInstallation[],
  results: ReadonlyMap<string, RowResult>,
): string {
  const lines = installations.flatMap(({ name, environment, rows }) => [
    '',
    environment === null ? name : `${name} (${environment})`,
    ...rows.flatMap((row) => reportedRow(row, results.get(row.key))),
  ]);
  return [title, `${at.toLocaleString()}: ${countsInWords(counts)}`, ...lines, ''].join('\n');
}

function reportedRow(row: PlanRowView, result: RowResult | undefined): string[] {
  const outcome = result === undefined ? 'No outcome' : outcomeWords[result.outcome];
  const id = result?.webhookId ?? row.webhookId;
  const what = [
    actionWords[row.action],
    row.name,
    ...(id === null ? [] : [`(id ${id})`]),
    ...(row.changes === '' ? [] : [`– ${row.changes}`]),
  ].join(' ');
  const said = [...(result?.notes ?? []), ...(result?.problem ? [result.problem.message] : [])];
  return [`  ${outcome.padEnd(20)} ${what}`, ...said.map((each) => `${' '.repeat(23)}${each}`)];
}
