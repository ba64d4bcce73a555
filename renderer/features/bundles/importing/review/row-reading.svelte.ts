import type { OutboundRequest } from '#contract/outbound-request.ts';
import { secretsIn, unprinted } from '#domain/bundle/pieces.ts';
import type { BundlePlanRow } from '#domain/bundle/plan/bundle-plan.ts';
import type { Problem } from '#domain/problem.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { isSensitiveHeader } from '#domain/webhook/sensitive.ts';
import type { ImportRoom } from '../../../../model/bundles/importing/import-room.ts';
import { problemOf } from '../../../../model/problem.ts';

type Wanted = Parameters<ImportRoom['planRow']>[0];

/** All that there is to see of one row of a review. */
export class RowReading {
  readonly #room: Pick<ImportRoom, 'planRow'>;
  #asked: Wanted | null = null;

  row = $state.raw<BundlePlanRow | null>(null);
  request = $state.raw<OutboundRequest | null>(null);
  problem = $state.raw<Problem | null>(null);

  readonly differences = $derived.by(() =>
    this.row?.base && this.row.definition
      ? fieldDifferences(this.row.base, this.row.definition)
      : [],
  );
  readonly headers = $derived.by(() =>
    headerChangeSet(
      this.row?.kind === 'create' ? [] : (this.row?.base?.headers ?? []),
      this.row?.definition?.headers ?? [],
    ),
  );
  /** Values that a request shows only when somebody asks for them. */
  readonly secrets: readonly string[] = $derived.by(() =>
    [...(this.row?.definition?.headers ?? []), ...(this.row?.base?.headers ?? [])]
      // The name that stands for a secret is none.
      .filter(
        ({ name, value }) => isSensitiveHeader(name) && secretsIn(unprinted(value)).length === 0,
      )
      .map((header) => header.value),
  );

  constructor(room: Pick<ImportRoom, 'planRow'>) {
    this.#room = room;
  }

  /** Looks at a row, as it is now; what was asked for before no longer counts. */
  async look(wanted: Wanted): Promise<void> {
    this.#asked = wanted;
    this.problem = null;
    try {
      const { row, request } = await this.#room.planRow(wanted);
      if (this.#asked !== wanted) return;
      this.row = row;
      this.request = request;
    } catch (error) {
      if (this.#asked !== wanted) return;
      this.row = null;
      this.request = null;
      this.problem = problemOf(error);
    }
  }
}
