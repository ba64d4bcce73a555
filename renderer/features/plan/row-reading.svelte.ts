import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { Problem } from '#domain/problem.ts';
import type { DecisionFinding } from '#domain/template/checks/decision-findings.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { problemOf } from '../../shared/problem.ts';

type ReadRow = Pick<
  PlanRow,
  'key' | 'action' | 'base' | 'live' | 'definition' | 'connectionId' | 'undoes'
>;

export class RowReading {
  #reading: object | null = null;

  row = $state.raw<ReadRow | null>(null);
  request = $state.raw<OutboundRequest | null>(null);
  findings = $state.raw<readonly DecisionFinding[]>([]);
  problem = $state.raw<Problem | null>(null);

  /** A row that cannot be sent has no live webhook; its base shows what it would change. */
  readonly #before = $derived(this.row?.live ?? this.row?.base ?? null);
  readonly differences = $derived.by(() =>
    this.#before !== null && this.row?.definition
      ? fieldDifferences(this.#before, this.row.definition)
      : [],
  );
  readonly headers = $derived.by(() =>
    headerChangeSet(this.#before?.headers ?? [], this.row?.definition?.headers ?? []),
  );
  /** Their secrets are masked until a person asks for them. */
  readonly definitions = $derived(
    this.row === null ? [] : [this.row.base, this.row.live, this.row.definition],
  );

  /** Drops the result of an earlier call that is still running. */
  async look(
    read: () => Promise<{
      readonly row: ReadRow;
      readonly request: OutboundRequest | null;
      readonly findings: readonly DecisionFinding[];
    }>,
  ): Promise<void> {
    this.#reading = read;
    this.problem = null;
    try {
      const { row, request, findings } = await read();
      if (this.#reading !== read) return;
      this.row = row;
      this.request = request;
      this.findings = findings;
    } catch (error) {
      if (this.#reading !== read) return;
      this.row = null;
      this.request = null;
      this.findings = [];
      this.problem = problemOf(error);
    }
  }
}
