import type { PlanRowView, PlanSource, PlanState } from '#contract/plans.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import { changeOfManyWords } from '#domain/publishing/change-many.ts';
import type { RowOutcome } from '#domain/publishing/plan.ts';
import type { RowState } from '#domain/publishing/row-state.ts';
import type { Plan } from './plan.svelte.ts';
import { listedInstallations } from './listed-installations.ts';
import { counted } from '../../ui/counted.ts';

export const actionWords: Readonly<Record<WriteAction, string>> = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
};

export const actionTones = { create: 'added', update: 'changed', delete: 'deleted' } as const;

export const stateWords: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  unchanged: 'Nothing to do',
  undecided: 'To decide',
  conflict: 'Conflict',
  gone: 'Not there any more',
  blocked: 'Cannot be sent',
};

export const outcomeWords: Readonly<Record<RowOutcome, string>> = {
  done: 'Done',
  unchanged: 'Was so already',
  differs: 'Read back different',
  failed: 'Failed',
  unknown: 'Unknown',
  'not-attempted': 'Not attempted',
  cancelled: 'Cancelled',
};

export const outcomeTones = {
  done: 'good',
  unchanged: 'good',
  differs: 'caution',
  failed: 'bad',
  unknown: 'caution',
  'not-attempted': 'info',
  cancelled: 'info',
} as const;

export const outcomeSentences: Readonly<Record<RowOutcome, string>> = {
  done: 'It was read back: the installation holds what was meant.',
  unchanged: 'The installation held it already; nothing was sent.',
  differs: 'It was sent, and something else was read back than was meant.',
  failed: 'Nothing was changed.',
  unknown:
    'It was sent, and nothing says what became of it. Reading settles it once the installation answers and has had time to finish; it is not sent again.',
  'not-attempted': 'Nothing was sent for it.',
  cancelled: 'Nothing was sent for it.',
};

/** @param title the host's title, once the plan is prepared */
export function titleOf(
  source: PlanSource | null,
  planState: PlanState | null,
  title: string | null = null,
): string {
  if (source === null) return planState?.title ?? 'Plan';
  switch (source.kind) {
    case 'drafts':
      return `Publish ${counted(source.draftIds.length, 'draft')}`;
    case 'undo':
      return `Take back ${counted(source.entryIds.length, 'change')}`;
    case 'undo-matching':
      return title ?? (source.filter.planId === null ? 'Undo matching changes' : 'Undo a plan');
    case 'items':
      return `Carry out ${counted(source.items.length, 'change')}`;
    case 'webhooks':
      return `${changeOfManyWords[source.change]} ${counted(source.webhookIds.length, 'webhook')}`;
    case 'bundle':
      return title ?? 'Publish changes from a file';
  }
}

export function preparingInWords({ of, done, total }: Plan['progress']): string {
  const far = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  switch (of) {
    case 'entries':
      return `Reading entries of the history, ${far}…`;
    case 'installations':
      return `Looking at what the installations hold now${total > 1 ? `, ${far}` : ''}…`;
    case 'rows':
      return `Comparing with what the installations hold now, ${far}…`;
  }
}

/** Such as `Publish 12 changes on acme-prod and globex`. */
export function runWords(
  source: PlanSource | null,
  chosen: readonly Pick<PlanRowView, 'action'>[],
  installations: readonly string[],
): string {
  if (chosen.length === 0) return 'Nothing is ticked';
  const verb =
    source?.kind === 'undo' || source?.kind === 'undo-matching'
      ? 'Take back'
      : chosen.every(({ action }) => action === 'delete')
        ? 'Delete'
        : 'Publish';
  const what =
    verb === 'Delete' ? counted(chosen.length, 'webhook') : counted(chosen.length, 'change');
  return `${verb} ${what} on ${listedInstallations(installations)}`;
}

export function wayOut({ state, action, draftId }: PlanRowView): string | null {
  if (draftId === null || action === 'delete') return null;
  switch (state) {
    case 'ready':
    case 'undecided':
    case 'unchanged':
      return null;
    case 'conflict':
      return 'Choose there what holds, then look again.';
    case 'gone':
      return 'There it can be created again, or discarded; then look again.';
    case 'blocked':
      return 'Settle this, then look again.';
  }
}
