import type { BoundSecret } from '#contract/bundle-import.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type {
  PlanRowView,
  PlanSource,
  PrepareEvent,
  ReportFormat,
  RowFindings,
  RowKeys,
  RowsEvent,
} from '#contract/plans.ts';
import { rowView } from '#contract/row-view.ts';
import { inParts } from '#domain/in-parts.ts';
import type { PlanRow, RowAnswer, RunOptions } from '#domain/publishing/plan.ts';
import { type RowState, stateOf } from '#domain/publishing/row-state.ts';
import { shownRow } from '#domain/publishing/shown-row.ts';
import type { DecisionFinding } from '#domain/template/checks/decision-findings.ts';
import type { WebhookWrite } from '../../ports.ts';
import { noSuchPlan, noSuchRow } from '../../problems.ts';
import { begunAlready, notReady, tooManyRows } from './plan-problems.ts';
import { PlanRuns } from './plan-runs.ts';
import { allRows, chosenRows, PreparedPlans } from './prepared-plans.ts';
import { notBegun, type Reported, reportedOf, writeReport } from './reporting.ts';
import { findingsOfRow, findingsOfRows } from './row-findings.ts';
import { propose, type SourceNeeds } from './sources/sources.ts';
import { HeldRows } from '../../preparing/held-rows.ts';
import { prepare } from '../../preparing/prepare.ts';
import type { PreparedPlan } from '../../preparing/prepared-plan.ts';
import type { Templates } from '../../templates/templates.ts';
import type { Publishing } from '../context.ts';

const maxRows = 100_000;

const rowsAtOnce = 200;

const sendable: ReadonlySet<RowState> = new Set(['ready', 'unchanged']);

interface Needs extends Publishing, SourceNeeds {
  readonly templates: Pick<Templates, 'memory'>;
}

export class Plans {
  readonly #needs: Needs;
  readonly #prepared = new PreparedPlans();
  readonly #here: HeldRows;
  readonly runs: PlanRuns;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#here = new HeldRows(() => needs.ports.clock.yieldToEventLoop());
    this.runs = new PlanRuns(needs);
  }

  async *prepare(
    source: PlanSource & { readonly earlier?: string },
    signal?: AbortSignal,
  ): AsyncGenerator<PrepareEvent, void, void> {
    const planId = this.#needs.ports.newId();
    const plan = yield* prepare(
      { ...this.#needs, here: this.#here },
      {
        planId,
        propose: async (how) => propose(source.kind, this.#needs, source, how),
        earlier: this.#prepared.get(source.earlier ?? ''),
        signal,
      },
    );
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
    findings: DecisionFinding[];
  }> {
    const found = await this.#rowOf(planId, key);
    if (found === null) throw noSuchRow();
    const row = shownRow(found, secretsShown);
    const write = stateOf(found) === 'ready' ? writeOf(row) : null;
    const { installations, templates } = this.#needs;
    if (write === null) return { row, request: null, findings: [] };
    const request = await installations.describe(row.connectionId, write);
    return { row, request, findings: findingsOfRow(found, templates) };
  }

  /** Of templates that ready rows would send. Rows without findings are left out. */
  async *findings(
    planId: string,
    signal?: AbortSignal,
  ): AsyncGenerator<{ done: number; found: RowFindings[] }, void, void> {
    const { ports, templates } = this.#needs;
    yield* findingsOfRows(this.#notBegun(planId).rows(), templates, ports.clock, signal);
  }

  async *rows(planId: string): AsyncGenerator<PlanRowView[], void, void> {
    const rows = await this.runs.rows(planId);
    for (const part of inParts(rows, rowsAtOnce)) {
      yield part.map(rowView);
      await this.#needs.ports.clock.yieldToEventLoop();
    }
  }

  async report(planId: string, format: ReportFormat): Promise<{ fileName: string; text: string }> {
    const { ports, connections } = this.#needs;
    return writeReport(ports, connections, await this.#reported(planId), format);
  }

  async *answer(
    planId: string,
    keys: readonly string[],
    answer: RowAnswer,
  ): AsyncGenerator<RowsEvent, void, void> {
    yield* this.#notBegun(planId).answer(keys, answer);
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

  async run(
    planId: string,
    keys: RowKeys,
    options: RunOptions,
    first: string | null = null,
  ): Promise<void> {
    const prepared = this.#notBegun(planId);
    const rows = await chosenRows(prepared, keys);
    // Another call may begin the plan while its rows are read.
    this.#notBegun(planId);
    if (!rows.every((row) => sendable.has(stateOf(row)))) throw notReady();
    if (rows.length === 0) throw noSuchRow();
    if (rows.length > maxRows) throw tooManyRows(maxRows);
    const { readOnly, proposal } = prepared;
    const { rotates = null } = proposal;
    const title = proposal.titleFor(rows.length);
    await this.runs.begin({ id: planId, title, rows, options, readOnly }, { first, rotates });
  }

  async #rowOf(planId: string, key: string): Promise<PlanRow | null> {
    const prepared = this.#prepared.get(planId);
    const row = await prepared?.row(key);
    if (row != null) return row;
    if (prepared !== undefined && !this.runs.has(planId)) return null;
    return (await this.runs.rows(planId)).find((each) => each.key === key) ?? null;
  }

  async #reported(planId: string): Promise<Reported> {
    const prepared = this.#prepared.get(planId);
    const looked = prepared === undefined ? [] : (await allRows(prepared)).filter(isReported);
    const known = await this.runs.known(planId);
    if (known !== null) {
      const { rotates } = known.plan;
      const reported = reportedOf(known, looked);
      if (rotates === undefined) return reported;
      return { ...reported, ...(await this.#needs.rotations.stillHeld(rotates.old)) };
    }
    if (prepared === undefined) throw noSuchPlan();
    return notBegun(prepared.proposal.titleFor(looked.length), looked, prepared.readOnly);
  }

  #notBegun(planId: string): PreparedPlan {
    if (this.runs.has(planId)) throw begunAlready();
    const prepared = this.#prepared.get(planId);
    if (prepared === undefined) throw noSuchPlan();
    return prepared;
  }
}

/** A file may have thousands of webhooks that the installation holds already. */
const isReported = (row: PlanRow): boolean => row.fileRow === null || stateOf(row) !== 'unchanged';

function writeOf({ action, live, definition }: PlanRow): WebhookWrite | null {
  if (action === 'create') return definition === null ? null : { action, definition };
  if (live === null) return null;
  if (action === 'delete') return { action, id: live.id };
  return definition === null ? null : { action, live, definition };
}
