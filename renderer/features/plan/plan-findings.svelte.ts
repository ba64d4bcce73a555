import type { PlanRowView, RowFindings } from '#contract/plans.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';
import type { PlanApi } from './plan-run.svelte.ts';
import type { PlanRows } from './plan-rows.svelte.ts';

export interface RowWithFindings {
  readonly row: PlanRowView;
  readonly findings: RowFindings;
}

/** Findings of the templates that the rows of a plan send. They follow while the rows are shown. */
export class PlanFindings extends LatestTask {
  readonly #api: Pick<PlanApi, 'findings'>;
  readonly #rows: PlanRows;
  /** A new wrapper shows a map that grew: copies of 100,000 entries would cost too much. */
  #found = $state.raw<{ readonly byKey: ReadonlyMap<string, RowFindings> }>({ byKey: new Map() });
  done = $state(0);

  readonly #broken: readonly RowWithFindings[] = $derived.by(() =>
    [...this.#found.byKey.values()].flatMap((findings) => {
      const row = findings.errors > 0 ? this.#rows.find(findings.key) : null;
      return row?.state === 'ready' ? [{ row, findings }] : [];
    }),
  );
  readonly brokenChosen = $derived(this.#broken.filter(({ row }) => this.#rows.ticks.has(row)));
  /** Rows to send whose current version lacks an error of theirs. */
  readonly newlyBroken = $derived(
    this.brokenChosen.filter(({ findings }) => findings.newErrors > 0),
  );

  constructor(api: Pick<PlanApi, 'findings'>, rows: PlanRows) {
    super();
    this.#api = api;
    this.#rows = rows;
  }

  get brokenCount(): number {
    return this.#broken.length;
  }

  of({ key }: Pick<PlanRowView, 'key'>): RowFindings | undefined {
    return this.#found.byKey.get(key);
  }

  async check(planId: string): Promise<void> {
    const isFirst = this.#found.byKey.size === 0;
    const found = new Map<string, RowFindings>();
    const show = (): void => {
      this.#found = { byKey: found };
    };
    this.done = 0;
    await this.run(async (signal) => {
      const sends = this.#rows.ready.some(({ action }) => action !== 'delete');
      const parts = sends ? await this.#api.findings({ planId }, { signal }) : [];
      for await (const part of parts) {
        if (signal.aborted) return;
        for (const each of part.found) found.set(each.key, each);
        this.done = part.done;
        // Another check replaces what is shown at its end, so that rows do not move.
        if (isFirst && part.found.length > 0) show();
      }
      if (!signal.aborted) show();
    });
  }
}
