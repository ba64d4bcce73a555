import type { OutboundRequest } from '#contract/publishing.ts';
import type { PlanSource } from '#contract/plans.ts';
import { compareWithRemote } from '#domain/merge/compare-with-remote.ts';
import type { Problem } from '#domain/problem.ts';
import { blankItem, type PlanRow, type RowResult } from '#domain/publishing/plan.ts';
import type { FindingBeforePublishing } from '#domain/template/checks/findings-before-publishing.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { problemOf } from '../../shared/problem.ts';

type ReadRow = Pick<
  PlanRow,
  'key' | 'action' | 'base' | 'live' | 'definition' | 'connectionId' | 'undoes'
>;

/** The version of a plan row that the host reads for its details. */
export class RowReading {
  #reading: object | null = null;

  row = $state.raw<ReadRow | null>(null);
  request = $state.raw<OutboundRequest | null>(null);
  findings = $state.raw<readonly FindingBeforePublishing[]>([]);
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
      readonly findings: readonly FindingBeforePublishing[];
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

/** A webhook that was not deleted, because it changed after the plan was made. */
interface DeleteAfterChange {
  readonly before: Webhook;
  readonly now: Webhook;
  /** A plan that deletes the changed webhook; `null` if another webhook has its id. */
  readonly again: PlanSource | null;
}

export function deleteAfterChange(
  {
    key,
    connectionId,
    action,
    live: before,
    undoes,
  }: Pick<PlanRow, 'key' | 'connectionId' | 'action' | 'live' | 'undoes'>,
  { problem }: RowResult,
): DeleteAfterChange | null {
  if (action !== 'delete' || before === null || problem?.code !== 'conflict') return null;
  const { live: now } = problem;
  if (now === null) return null;
  const item = { ...blankItem(connectionId, key, action), base: now, undoes };
  const isReplaced = compareWithRemote(before, now).kind === 'replaced';
  return { before, now, again: isReplaced ? null : { kind: 'items', items: [item] } };
}
