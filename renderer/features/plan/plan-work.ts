import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import { counted } from '#domain/text/wording.ts';

/** What a plan does with its rows, once done. */
export type PlanWork = 'published' | 'undone' | 'redone' | 'deleted' | 'paused' | 'resumed';

const works: Readonly<Partial<Record<PlanSource['kind'], PlanWork>>> = {
  pause: 'paused',
  resume: 'resumed',
  undo: 'undone',
  'undo-matching': 'undone',
  'remote-changes': 'undone',
};

export function workOf(
  source: PlanSource | null,
  rows: readonly Pick<PlanRowView, 'action'>[],
): PlanWork {
  if (source?.kind === 'undo-matching' && source.isRedo === true) return 'redone';
  const work = source === null ? undefined : works[source.kind];
  if (work !== undefined) return work;
  const deletes = rows.length > 0 && rows.every(({ action }) => action === 'delete');
  return deletes ? 'deleted' : 'published';
}

/** Such as `12 changes`, or `1 webhook` of a plan that deletes. */
export const countedWork = (count: number, work: PlanWork): string =>
  counted(count, ofWebhooks.has(work) ? 'webhook' : 'change');

const ofWebhooks: ReadonlySet<PlanWork> = new Set(['deleted', 'paused', 'resumed']);
