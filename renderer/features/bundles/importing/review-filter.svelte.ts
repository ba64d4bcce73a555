import type { BundlePlanRowView } from '#contract/bundle-import.ts';
import type { BundleRowKind } from '#domain/bundle/plan/bundle-plan.ts';
import { textFilter } from '#domain/text/text-filter.ts';

export const rowKinds: readonly BundleRowKind[] = [
  'decision',
  'create',
  'update',
  'removal',
  'unchanged',
  'invalid',
];

export class ReviewFilter {
  readonly #rows: () => readonly BundlePlanRowView[];
  kind = $state<BundleRowKind | 'all'>('all');
  text = $state('');

  readonly counts: Readonly<Record<BundleRowKind, number>> = $derived.by(() => {
    const counts = { ...noRows };
    for (const { kind } of this.#rows()) counts[kind] += 1;
    return counts;
  });
  readonly #passes = $derived(textFilter(this.text));

  constructor(rows: () => readonly BundlePlanRowView[]) {
    this.#rows = rows;
  }

  shows({ kind, name, webhookId }: BundlePlanRowView): boolean {
    return (
      (this.kind === 'all' || this.kind === kind) &&
      (this.#passes === null || this.#passes(name) || String(webhookId) === this.text.trim())
    );
  }
}

const noRows = { create: 0, update: 0, unchanged: 0, removal: 0, decision: 0, invalid: 0 };
