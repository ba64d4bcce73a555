import type { PlanState, ReportFormat } from '#contract/plans.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { reportText } from '#domain/publishing/report-text.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import {
  type PlanReport,
  type ReportedOutcome,
  type ReportedRow,
  type ReportedStatus,
  reportedCounts,
  reportedRow,
} from '#domain/publishing/report.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Ports } from '../../ports.ts';
import type { StoredPlan } from '../../store-ports.ts';

const rowsAtOnce = 20;

export interface KnownPlan {
  readonly plan: StoredPlan;
  readonly status: PlanState['status'];
  readonly results: ReadonlyMap<string, RowResult>;
  readonly sent: ReadonlySet<string>;
}

export interface Reported
  extends Pick<KnownPlan, 'results' | 'sent'>, Pick<PlanReport, 'stillHeld' | 'searched'> {
  readonly title: string;
  readonly begunAt: Date | null;
  readonly status: ReportedStatus;
  readonly rows: readonly PlanRow[];
  readonly begun: ReadonlySet<string>;
  readonly readOnly: readonly ReadOnlyRows[];
}

export function reportedOf(
  { plan, status, results, sent }: KnownPlan,
  looked: readonly PlanRow[] = [],
): Reported {
  const begun = new Set(plan.rows.map(({ key }) => key));
  const left = looked.filter(({ key }) => !begun.has(key));
  const { title, startedAt: begunAt, readOnly = [] } = plan;
  return { title, begunAt, status, rows: [...plan.rows, ...left], begun, results, sent, readOnly };
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

export async function writeReport(
  { clock, secretsInUse }: Pick<Ports, 'clock' | 'secretsInUse'>,
  connections: Pick<Connections, 'saved'>,
  reported: Reported,
  format: ReportFormat,
): Promise<{ fileName: string; text: string }> {
  const all: ReportedRow[] = [];
  const rowsOf = new Map<string, ReportedRow[]>();
  for (const [index, row] of reported.rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.yieldToEventLoop();
    const result = reported.results.get(row.key) ?? null;
    const line = reportedRow(row, outcomeOf(reported, row.key), result, secretsInUse);
    all.push(line);
    const its = rowsOf.get(row.connectionId);
    if (its === undefined) rowsOf.set(row.connectionId, [line]);
    else its.push(line);
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
    counts: reportedCounts(all),
    ...(reported.readOnly.length > 0 && {
      readOnly: reported.readOnly.map(({ connectionId, webhooks, action }) => ({
        installation: nameOf(connectionId),
        webhooks,
        action,
      })),
    }),
    installations: [...rowsOf].map(([id, rows]) => ({
      name: nameOf(id),
      environment: saved.get(id)?.environment ?? null,
      rows,
    })),
    ...(reported.stillHeld !== undefined && {
      stillHeld: reported.stillHeld.map((each) => ({
        ...each,
        name: secretsInUse.mask(each.name),
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
