import type { BundleSource, CopySource, PrepareEvent } from '#contract/plans.ts';
import type { RetainedParts } from '#domain/bundle/plan/retained-parts.ts';
import { headerOfPart } from '#domain/comparison/compared-parts.ts';
import { eachInstallation } from '../../each-installation.ts';
import { withProgress } from '../../progress.ts';
import { BundlePlan, rowsAtOnce } from './bundle-plan.ts';
import { beginCopy } from './copied-rows.ts';
import { noSuchFile } from './import-problems.ts';
import type { OpenedFiles } from './opened-files.ts';
import { type ReadProgress, type ReadTarget, readTarget } from './read-target.ts';
import type { RememberedSecrets } from './remembered-secrets.ts';
import type { Parts } from '../../parts.ts';

/** Plans in the memory of the worker. Each plan holds all webhooks of its installations. */
const maxKnown = 3;

interface Needs extends Parts {
  readonly files: OpenedFiles;
  readonly remembered: RememberedSecrets;
}

export class BundlePlans {
  readonly #needs: Needs;
  #known: readonly BundlePlan[] = [];

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Reads each installation once. Returns `null` when aborted. */
  async *prepare(
    planId: string,
    source: BundleSource | CopySource,
    earlier: BundlePlan | null,
    signal?: AbortSignal,
  ): AsyncGenerator<PrepareEvent, BundlePlan | null, void> {
    const { bundleWorker } = this.#needs.ports;
    const { connectionIds } = source;
    if (source.kind === 'copy') await beginCopy(this.#needs, planId, source.selection, signal);
    else await this.#beginFile(planId, source);
    const targets = new Map<string, ReadTarget>();
    const reading = withProgress<ReadProgress>(
      (report, stop) =>
        eachInstallation([...new Set(connectionIds)], async (connectionId) => {
          const before = earlier?.choicesFor(connectionId);
          const target = await readTarget(this.#needs, planId, connectionId, before, report, stop);
          if (target !== null) targets.set(connectionId, target);
        }),
      { keyOf: ({ connectionId }) => connectionId, signal },
    );
    let isWhole = false;
    try {
      for await (const progress of reading) {
        if (progress.step === 'done') yield* this.#plannedRows(planId, progress.connectionId);
        yield progress;
      }
      isWhole = signal?.aborted !== true;
      if (!isWhole) return null;
      const readOnly = this.#needs.connections
        .saved()
        .filter((each) => each.readOnly && connectionIds.includes(each.id))
        .map(({ id }) => ({ connectionId: id, webhooks: null, action: null }));
      const plan = new BundlePlan(this.#needs, planId, targets, source.kind, readOnly);
      await this.#keep(plan);
      return plan;
    } finally {
      if (!isWhole) await bundleWorker.forgetPlan(planId);
    }
  }

  async #beginFile(
    planId: string,
    { fileId, keys, alsoRemove, eachToItsSource = false, ignoredParts = [] }: BundleSource,
  ): Promise<void> {
    const { ports, files } = this.#needs;
    files.count(fileId);
    const retained = ignoredParts.length === 0 ? null : retainedParts(ignoredParts);
    const options = { keys, alsoRemove, eachToItsSource, retained };
    if (!(await ports.bundleWorker.begin(planId, fileId, options))) throw noSuchFile();
  }

  async *#plannedRows(
    planId: string,
    connectionId: string,
  ): AsyncGenerator<PrepareEvent, void, void> {
    const { bundleWorker } = this.#needs.ports;
    for (let from = 0; ; from += rowsAtOnce) {
      const rows = [...(await bundleWorker.changed(planId, connectionId, from, rowsAtOnce))];
      if (rows.length > 0) yield { kind: 'rows', rows };
      if (rows.length < rowsAtOnce) return;
    }
  }

  async #keep(plan: BundlePlan): Promise<void> {
    const all = [...this.#known, plan];
    this.#known = all.slice(-maxKnown);
    for (const oldest of all.slice(0, -maxKnown)) await oldest.forget();
  }
}

const retainedParts = (ignored: readonly string[]): RetainedParts => ({
  fields: ignored.filter((part) => headerOfPart(part) === null),
  headers: new Set(ignored.flatMap((part) => headerOfPart(part) ?? [])),
});
