import type { PlanRowView } from '#contract/plans.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { Problem } from '#domain/problem.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { isSensitiveHeader } from '#domain/webhook/sensitive.ts';
import type { PlanRoom } from '../../model/plans/plan-room.ts';
import { problemOf } from '../../model/problem.ts';

/** All that there is to see of one row of a plan. */
export class RowDetails {
  readonly #room: Pick<PlanRoom, 'row'>;
  #asked: PlanRowView | null = null;

  row = $state.raw<PlanRow | null>(null);
  request = $state.raw<OutboundRequest | null>(null);
  problem = $state.raw<Problem | null>(null);

  readonly differences = $derived.by(() =>
    this.row?.live && this.row.definition
      ? fieldDifferences(this.row.live, this.row.definition)
      : [],
  );
  readonly headers = $derived.by(() =>
    headerChangeSet(
      this.row?.action === 'create' ? [] : (this.row?.live?.headers ?? []),
      this.row?.definition?.headers ?? [],
    ),
  );
  /** Values that a request shows only when somebody asks for them. */
  readonly secrets: readonly string[] = $derived.by(() =>
    [...(this.row?.definition?.headers ?? []), ...(this.row?.live?.headers ?? [])]
      .filter((header) => isSensitiveHeader(header.name))
      .map((header) => header.value),
  );

  constructor(room: Pick<PlanRoom, 'row'>) {
    this.#room = room;
  }

  /** Looks at a row; what was asked for before no longer counts. */
  async look(planId: string, view: PlanRowView): Promise<void> {
    if (view === this.#asked) return;
    this.#asked = view;
    this.problem = null;
    try {
      const { row, request } = await this.#room.row({ planId, key: view.key });
      if (view !== this.#asked) return;
      this.row = row;
      this.request = request;
    } catch (error) {
      if (view !== this.#asked) return;
      this.#asked = null;
      this.row = null;
      this.request = null;
      this.problem = problemOf(error);
    }
  }
}
