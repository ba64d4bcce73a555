import type { BoundSecret } from '#contract/bundle-import.ts';
import type { OutboundRequest } from '#contract/publishing.ts';
import {
  type AnswerToRows,
  type PlanRowView,
  type PlanSource,
  type PrepareEvent,
  type ReportFormat,
  type RowFindings,
  type RowKeys,
  type RowsEvent,
  rowView,
} from '#contract/plans.ts';
import { inParts } from '#domain/in-parts.ts';
import type { PlanRow, RunOptions } from '#domain/publishing/plan.ts';
import { type RowState, rowStateOf } from '#domain/publishing/row-state.ts';
import { shownRow } from '#domain/publishing/shown-row.ts';
import type { FindingBeforePublishing } from '#domain/template/checks/findings-before-publishing.ts';
import type { WebhookWrite } from '../../ports.ts';
import { DecidedRows } from '../../preparing/decided-rows.ts';
import { prepare } from '../../preparing/prepare.ts';
import type { PreparedPlan } from '../../preparing/prepared-plan.ts';
import { noSuchPlan, noSuchRow } from '../../problems.ts';
import type { Publishing } from '../context.ts';
import { alreadyBegun, notReady, tooManyRows } from './plan-problems.ts';
import { PlanRuns } from './plan-runs.ts';
import { notBegun, type Reported, reportedOf, writeReport } from './reporting.ts';
import { findingsOfRow, findingsOfRows } from './row-findings.ts';
import { propose } from './sources/sources.ts';

const maxRows = 100_000;

const rowsAtOnce = 200;

const sendable: ReadonlySet<RowState> = new Set(['ready', 'unchanged']);

/** All plans: prepares them from every source, takes answers, starts runs and writes reports. */
export class Plans {
  readonly #publishing: Publishing;
  readonly #prepared = new PreparedPlans();
  readonly #hostRows: DecidedRows;
  readonly runs: PlanRuns;

  constructor(publishing: Publishing) {
    this.#publishing = publishing;
    this.#hostRows = new DecidedRows(() => publishing.ports.clock.yieldToEventLoop());
    this.runs = new PlanRuns(publishing);
  }

  async *prepare(
    source: PlanSource & { readonly earlier?: string },
    signal?: AbortSignal,
  ): AsyncGenerator<PrepareEvent, void, void> {
    const planId = this.#publishing.ports.newId();
    const plan = yield* prepare(this.#publishing, {
      planId,
      propose: async (how) => propose(source.kind, this.#publishing, source, how),
      earlier: this.#prepared.get(source.earlier ?? ''),
      hostRows: this.#hostRows,
      signal,
    });
    if (plan === null) return;
    await this.#prepared.add(plan);
    yield { kind: 'end', planId, title: plan.proposal.titleFor(null) };
  }

  /** The row and its exact request, with masks for secret values unless a person asked for them. */
  async row(
    planId: string,
    key: string,
    secretsShown = false,
  ): Promise<{
    row: PlanRow;
    request: OutboundRequest | null;
    findings: FindingBeforePublishing[];
  }> {
    const stored = await this.#rowOf(planId, key);
    if (stored === null) throw noSuchRow();
    const row = shownRow(stored, secretsShown);
    const write = rowStateOf(stored) === 'ready' ? writeOf(row) : null;
    const { installations, templates } = this.#publishing;
    if (write === null) return { row, request: null, findings: [] };
    const request = await installations.describe(row.connectionId, write);
    return { row, request, findings: findingsOfRow(stored, templates) };
  }

  /** Of templates that ready rows would send. Rows without findings are left out. */
  async *findings(
    planId: string,
    signal?: AbortSignal,
  ): AsyncGenerator<{ done: number; found: RowFindings[] }, void, void> {
    const { ports, templates } = this.#publishing;
    yield* findingsOfRows(this.#notBegun(planId).rows(), templates, ports.clock, signal);
  }

  async *rows(planId: string): AsyncGenerator<PlanRowView[], void, void> {
    const rows = await this.runs.rows(planId);
    for (const part of inParts(rows, rowsAtOnce)) {
      yield part.map(rowView);
      await this.#publishing.ports.clock.yieldToEventLoop();
    }
  }

  async report(planId: string, format: ReportFormat): Promise<{ fileName: string; text: string }> {
    const { ports, connections } = this.#publishing;
    return writeReport(ports, connections, await this.#reported(planId), format);
  }

  async *answer(
    planId: string,
    answers: readonly AnswerToRows[],
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#notBegun(planId).answer(answers);
  }

  async *giveSecret(
    planId: string,
    connectionId: string,
    secret: BoundSecret & { readonly value: string; readonly remember: boolean },
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#notBegun(planId).giveSecret(connectionId, secret);
  }

  async *withdrawSecret(
    planId: string,
    connectionId: string,
    secret: BoundSecret,
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#notBegun(planId).withdrawSecret(connectionId, secret);
  }

  forget(planId: string): Promise<void> {
    return this.#prepared.forget(planId);
  }

  /** Begins to send these rows. @param first key of the only row to send before the plan pauses */
  async run(
    planId: string,
    keys: RowKeys,
    options: RunOptions,
    first: string | null = null,
  ): Promise<void> {
    const prepared = this.#notBegun(planId);
    const rows = await selectedRows(prepared, keys);
    // Another call may begin the plan while its rows are read.
    this.#notBegun(planId);
    if (!rows.every((row) => sendable.has(rowStateOf(row)))) throw notReady();
    if (rows.length === 0) throw noSuchRow();
    if (rows.length > maxRows) throw tooManyRows(maxRows);
    const { readOnly, proposal } = prepared;
    const { rotates = null } = proposal;
    const title = proposal.titleFor(rows.length);
    const plan = { id: planId, title, rows, options, readOnly };
    await this.runs.begin(plan, { first, rotates, before: () => proposal.beforeRun?.(rows) });
    const { undoesPlan } = proposal;
    if (undoesPlan === undefined || this.runs.isRunning(undoesPlan)) return;
    // Nothing more is sent for a plan that is undone as a whole.
    const sent = new Set(rows.map(({ key }) => key));
    const isPart = (await allRows(prepared)).some(
      (row) => rowStateOf(row) === 'ready' && !sent.has(row.key),
    );
    if (first === null && !isPart) await this.runs.dismiss(undoesPlan);
  }

  async #rowOf(planId: string, key: string): Promise<PlanRow | null> {
    const prepared = this.#prepared.get(planId);
    const row = await prepared?.row(key);
    if (row != null) return row;
    if (prepared !== undefined && !this.runs.has(planId)) return null;
    return (await this.runs.rows(planId)).find((begun) => begun.key === key) ?? null;
  }

  async #reported(planId: string): Promise<Reported> {
    const prepared = this.#prepared.get(planId);
    const preparedRows = prepared === undefined ? [] : (await allRows(prepared)).filter(isInReport);
    const summary = await this.runs.summaryOf(planId);
    if (summary !== null) {
      const { rotates } = summary.plan;
      const reported = reportedOf(summary, preparedRows);
      if (rotates === undefined) return reported;
      return { ...reported, ...(await this.#publishing.rotations.stillHeld(rotates.old)) };
    }
    if (prepared === undefined) throw noSuchPlan();
    const title = prepared.proposal.titleFor(preparedRows.length);
    return notBegun(title, preparedRows, prepared.readOnly);
  }

  #notBegun(planId: string): PreparedPlan {
    if (this.runs.has(planId)) throw alreadyBegun();
    const prepared = this.#prepared.get(planId);
    if (prepared === undefined) throw noSuchPlan();
    return prepared;
  }
}

/** A file may have thousands of webhooks that the installation holds already. */
const isInReport = (row: PlanRow): boolean =>
  row.fileRow === null || rowStateOf(row) !== 'unchanged';

function writeOf({ action, live, definition }: PlanRow): WebhookWrite | null {
  if (action === 'create') return definition === null ? null : { action, definition };
  if (live === null) return null;
  if (action === 'delete') return { action, id: live.id };
  return definition === null ? null : { action, live, definition };
}

/** Prepared plans that stay. One large undo takes the memory of many small ones. `anySize` stay with any rows. */
const hostLimits = { plans: 20, rows: 150_000, anySize: 0 };
const threadLimits = { plans: 8, rows: 15_000, anySize: 3 };

/** Plans that were prepared last, in the host and on the bundle thread. The newest stays above the row limit. */
export class PreparedPlans {
  readonly #plans = new Map<string, PreparedPlan>();

  get(planId: string): PreparedPlan | undefined {
    return this.#plans.get(planId);
  }

  async add(plan: PreparedPlan): Promise<void> {
    this.#plans.set(plan.id, plan);
    const isOnThread = plan.proposal.rows === null;
    const limits = isOnThread ? threadLimits : hostLimits;
    const samePlace = [...this.#plans.values()].filter(
      ({ proposal }) => (proposal.rows === null) === isOnThread,
    );
    let rows = samePlace.reduce((sum, { size }) => sum + size, 0);
    let plans = samePlace.length;
    for (const oldest of samePlace) {
      const isTooMuch = plans > limits.plans || (plans > limits.anySize && rows > limits.rows);
      if (!isTooMuch || oldest === plan) return;
      plans -= 1;
      rows -= oldest.size;
      await this.forget(oldest.id);
    }
  }

  async forget(planId: string): Promise<void> {
    const plan = this.#plans.get(planId);
    this.#plans.delete(planId);
    await plan?.forget();
  }
}

async function allRows(plan: PreparedPlan): Promise<PlanRow[]> {
  const rows: PlanRow[] = [];
  for await (const part of plan.rows()) for (const row of part) rows.push(row);
  return rows;
}

/** In the order of the keys; with `except`, in the order of the plan. */
async function selectedRows(plan: PreparedPlan, keys: RowKeys): Promise<PlanRow[]> {
  if ('except' in keys) {
    const excepted = new Set(keys.except);
    const rows = await allRows(plan);
    return rows.filter((row) => !excepted.has(row.key) && rowStateOf(row) === 'ready');
  }
  const selectedKeys = new Set(keys);
  const byKey = new Map<string, PlanRow>();
  for await (const part of plan.rows()) {
    for (const row of part) if (selectedKeys.has(row.key)) byKey.set(row.key, row);
  }
  return [...selectedKeys].map((key) => {
    const row = byKey.get(key);
    if (row === undefined) throw noSuchRow();
    return row;
  });
}
