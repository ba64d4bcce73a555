import type { PlanState, ReportFormat } from '#contract/plans.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import {
  type PlanReport,
  reportedCounts,
  type ReportedOutcome,
  type ReportedRow,
  reportedRow,
  type ReportedStatus,
  reportText,
} from '#domain/publishing/report.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Ports } from '../../ports.ts';
import type { StoredPlan } from '../../store-ports.ts';

const rowsAtOnce = 20;

/** A plan that was begun, with its results so far. */
export interface RunSummary {
  readonly plan: StoredPlan;
  readonly status: PlanState['status'];
  /** By the key of the row. */
  readonly results: ReadonlyMap<string, RowResult>;
  /** Keys of creates that were sent and have no result yet. */
  readonly sent: ReadonlySet<string>;
}

/** A plan as its report describes it, before, during or after its run. */
export interface Reported
  extends Pick<RunSummary, 'results' | 'sent'>, Pick<PlanReport, 'stillHeld' | 'searched'> {
  readonly title: string;
  readonly begunAt: Date | null;
  readonly status: ReportedStatus;
  readonly rows: readonly PlanRow[];
  /** Keys of the rows that were selected to be sent. */
  readonly begun: ReadonlySet<string>;
  readonly readOnly: readonly ReadOnlyRows[];
}

export function reportedOf(
  { plan, status, results, sent }: RunSummary,
  preparedRows: readonly PlanRow[] = [],
): Reported {
  const begun = new Set(plan.rows.map(({ key }) => key));
  const leftOut = preparedRows.filter(({ key }) => !begun.has(key));
  const { title, startedAt: begunAt, readOnly = [] } = plan;
  const rows = [...plan.rows, ...leftOut];
  return { title, begunAt, status, rows, begun, results, sent, readOnly };
}

export const notBegun = (
  title: string,
  rows: readonly PlanRow[],
  readOnly: readonly ReadOnlyRows[],
): Reported => ({
  title,
  begunAt: null,
  status: 'prepared',
  rows,
  begun: new Set(),
  readOnly,
  results: new Map(),
  sent: new Set(),
});

/** The report of a plan as a file, grouped by installation. */
export async function writeReport(
  { clock, secretsInUse }: Pick<Ports, 'clock' | 'secretsInUse'>,
  connections: Pick<Connections, 'saved'>,
  reported: Reported,
  format: ReportFormat,
): Promise<{ fileName: string; text: string }> {
  const lines: ReportedRow[] = [];
  const linesByConnection = new Map<string, ReportedRow[]>();
  for (const [index, row] of reported.rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.yieldToEventLoop();
    const result = reported.results.get(row.key) ?? null;
    const line = reportedRow(row, outcomeOf(reported, row.key), result, secretsInUse);
    lines.push(line);
    const ofConnection = linesByConnection.get(row.connectionId);
    if (ofConnection === undefined) linesByConnection.set(row.connectionId, [line]);
    else ofConnection.push(line);
  }
  const saved = new Map(connections.saved().map((connection) => [connection.id, connection]));
  const nameOf = (id: string): string => saved.get(id)?.name ?? 'Removed installation';
  const now = clock.now();
  const report: PlanReport = {
    format: 'hookdesk-plan-report',
    version: 1,
    title: reported.title,
    begunAt: reported.begunAt?.toISOString() ?? null,
    writtenAt: now.toISOString(),
    status: reported.status,
    counts: reportedCounts(lines),
    ...(reported.readOnly.length > 0 && {
      readOnly: reported.readOnly.map(({ connectionId, webhooks, action }) => ({
        installation: nameOf(connectionId),
        webhooks,
        action,
      })),
    }),
    installations: [...linesByConnection].map(([id, rows]) => ({
      name: nameOf(id),
      environment: saved.get(id)?.environment ?? null,
      rows,
    })),
    ...(reported.stillHeld !== undefined && {
      stillHeld: reported.stillHeld.map((holder) => ({
        ...holder,
        name: secretsInUse.mask(holder.name),
      })),
    }),
    ...(reported.searched !== undefined && { searched: reported.searched }),
  };
  const [text, ending] =
    format === 'json'
      ? [`${JSON.stringify(report, null, 2)}\n`, 'json']
      : [reportText(report), 'txt'];
  return { fileName: `hookdesk-plan-${now.toISOString().slice(0, 10)}.${ending}`, text };
}

function outcomeOf({ results, begun, sent, status }: Reported, key: string): ReportedOutcome {
  const result = results.get(key);
  if (result !== undefined) return result.outcome;
  if (sent.has(key)) return 'sent';
  if (status === 'prepared') return 'not-attempted';
  return begun.has(key) ? 'open' : 'left-out';
}
