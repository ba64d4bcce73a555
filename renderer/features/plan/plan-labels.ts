import {
  type PlanRowView,
  type PlanSource,
  type PlanState,
  type PrepareProgress,
  selectedCount,
} from '#contract/plans.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import { verbOfChange } from '#domain/publishing/change-many.ts';
import type { Alternative, Need, RowOutcome } from '#domain/publishing/plan.ts';
import type { RowState } from '#domain/publishing/row-state.ts';
import { hostOf } from '#domain/text/host-of.ts';
import { capitalised, counted } from '#domain/text/wording.ts';
import { outcomeWords } from '../../shared/requests/request-labels.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import type { Plan } from './plan.svelte.ts';
import { countedWork, type PlanWork, workOf } from './plan-work.ts';
import type { PlanPhase } from './plan-run.svelte.ts';
import type { RowGroup, RowKind } from './row-kind.ts';

const actionLabels: Readonly<Record<WriteAction, string>> = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
};

const actionTones = { create: 'added', update: 'changed', delete: 'deleted' } as const;

export const stateLabels: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  unchanged: 'Unchanged',
  undecided: 'Needs input',
  conflict: 'Conflict',
  gone: 'No longer there',
  blocked: 'Cannot be sent',
};

const outcomeLabels: Readonly<Record<RowOutcome, string>> = {
  done: 'Done',
  unchanged: 'Already up to date',
  differs: 'Mismatch',
  failed: 'Failed',
  unknown: 'Unknown',
  'not-attempted': 'Not attempted',
  cancelled: 'Cancelled',
};

const kindLabels: Readonly<Record<RowKind, string>> = {
  ...outcomeLabels,
  ...actionLabels,
  unchanged: 'Unchanged',
  blocked: stateLabels.blocked,
};

/** @param status of the plan. One that is paused goes on with the rows that it did not attempt. */
export const kindLabel = (kind: RowKind, status: PlanState['status'] | undefined): string =>
  kind === 'not-attempted' && status === 'paused' ? 'Waiting' : kindLabels[kind];

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
  done: 'Verified: the installation matches what you sent.',
  unchanged: 'The installation had this already. Nothing was sent.',
  differs: 'The installation does not match what you sent.',
  failed: 'Nothing was changed.',
  unknown: outcomeWords.unknown.long,
  'not-attempted': 'Nothing was sent.',
  cancelled: 'Nothing was sent.',
};

export function groupLabel(
  group: RowGroup,
  phase: PlanPhase,
  status: PlanState['status'] | null = null,
): string {
  switch (group) {
    case 'needs':
      return phase === 'over' ? 'Needs attention' : 'Needs input';
    case 'sent':
      if (phase === 'over') return 'Done';
      return phase === 'running' ? 'In this run' : 'Ready to send';
    case 'left-out':
      return status === 'paused' ? 'Not sent yet' : 'Left out';
  }
}

const doneLabels: Readonly<Record<WriteAction, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
};

interface RowBadge {
  tone: 'plain' | 'accent' | 'added' | 'changed' | 'deleted';
  text: string;
}

/** What a row did, or what it does while the plan is not over. */
export function badgeOf(
  row: Pick<PlanRowView, 'action' | 'state' | 'needs'>,
  phase: PlanPhase = 'prepared',
  outcome?: RowOutcome,
): RowBadge {
  const { action } = row;
  switch (outcome) {
    case 'done':
    case 'differs':
      return { tone: actionTones[action], text: doneLabels[action] };
    case 'unchanged':
      return { tone: 'plain', text: stateLabels.unchanged };
    case 'failed':
      return { tone: 'plain', text: `Not ${doneLabels[action].toLowerCase()}` };
    case 'unknown':
      return { tone: 'plain', text: 'Sent' };
    case 'not-attempted':
    case 'cancelled':
      return { tone: 'plain', text: 'Not sent' };
    case undefined:
      return phase === 'over' ? { tone: 'plain', text: 'Not sent' } : intentOf(row);
  }
}

/** What a row does, if that is known. */
function intentOf({
  action,
  state,
  needs,
}: Pick<PlanRowView, 'action' | 'state' | 'needs'>): RowBadge {
  if (state === 'unchanged') return { tone: 'plain', text: stateLabels.unchanged };
  if (needs.some(({ kind }) => kind === 'pair')) return { tone: 'accent', text: 'Unmatched' };
  const isOff = state === 'blocked' || state === 'gone';
  return { tone: isOff ? 'plain' : actionTones[action], text: actionLabels[action] };
}

/** @param title the host's title, once the plan is prepared */
export function titleOf({
  source,
  title,
  fileName,
  run,
}: Pick<Plan, 'source' | 'title' | 'fileName'> & { run: Pick<Plan['run'], 'state'> }): string {
  if (source === null) return run.state?.title ?? 'Plan';
  switch (source.kind) {
    case 'drafts':
      return `Publish ${counted(source.draftIds.length, 'draft')}`;
    case 'undo':
      return `Undo ${counted(source.entryIds.length, 'change')}`;
    case 'undo-matching':
      return title ?? (source.filter.planId === null ? 'Undo matching changes' : 'Undo a plan');
    case 'items':
      return `Apply ${counted(source.items.length, 'change')}`;
    case 'webhooks':
      return `${verbOfChange(source.change)} ${counted(selectedCount(source.selection), 'webhook')}`;
    case 'comparison':
      return title ?? 'Match to the reference';
    case 'rotation':
      return title ?? 'Rotate a secret';
    case 'copy':
      return `Copy ${counted(selectedCount(source.selection), 'webhook')}`;
    case 'bundle':
      return `Import ${fileName ?? 'a file'}`;
    case 'remote-changes':
      return `Undo ${counted(source.changes.length, 'change')} by others`;
    case 'pause':
      return `Pause ${counted(selectedCount(source.selection), 'webhook')}`;
    case 'resume':
      return title ?? 'Resume webhooks';
  }
}

export function progressLabel({ entries, readings }: Pick<Plan, 'entries' | 'readings'>): string {
  const far = (done: number, total: number): string =>
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  if (readings.size === 0 && entries !== null) {
    return `Reading entries of the history, ${far(entries.read, entries.total ?? 0)}…`;
  }
  const ended = [...readings.values()].filter(({ step }) => step === 'done' || step === 'failed');
  const many = readings.size > 1 ? `, ${far(ended.length, readings.size)}` : '';
  return `Reading installations${many}…`;
}

export function readingLabel({ step, read }: PrepareProgress): string {
  const webhooks = counted(read, 'webhook');
  switch (step) {
    case 'waiting':
      return 'Waiting';
    case 'reading':
      return `Reading, ${webhooks} so far`;
    case 'planning':
      return `Planning with ${webhooks}`;
    case 'done':
      return 'Done';
    case 'failed':
      return 'Could not be read';
  }
}

/** Such as `3 of 40 have a template that breaks`. @param newly those with an error that the current version lacks */
export function brokenLabel(broken: number, newly: number, of: number): string {
  const have = broken === 1 ? 'has' : 'have';
  const asNow = newly === 0 ? ', as now' : '';
  return `${broken.toLocaleString('en')} of ${of.toLocaleString('en')} ${have} a template that breaks${asNow}`;
}

const verbs: Readonly<Record<PlanWork, string>> = {
  published: 'Publish',
  undone: 'Undo',
  redone: 'Redo',
  deleted: 'Delete',
  paused: 'Pause',
  resumed: 'Resume',
};

/** Such as `Publish 12 changes on acme-prod and globex`. */
export function runLabel(
  source: PlanSource | null,
  chosen: readonly Pick<PlanRowView, 'action' | 'name'>[],
  installations: readonly string[],
): string {
  if (chosen.length === 0) return 'Nothing selected';
  const where = shortListOf(installations);
  if (source?.kind === 'rotation') {
    return `Rotate in ${counted(chosen.length, 'webhook')} on ${where}`;
  }
  const work = workOf(source, chosen);
  const [first] = chosen;
  const isNamed = work === 'deleted' && chosen.length === 1 && first !== undefined;
  const what = isNamed && first.name !== '' ? first.name : countedWork(chosen.length, work);
  return `${verbs[work]} ${what} on ${where}`;
}

/** Characters of installation names that leave room for the button beside. */
const longestList = 30;

export function shortListOf(installations: readonly string[]): string {
  const listed = listedInstallations(installations);
  const isShort = installations.length < 2 || listed.length <= longestList;
  return isShort ? listed : counted(installations.length, 'installation');
}

const waysOut: Readonly<Partial<Record<RowState, string>>> = {
  conflict: 'Resolve the conflict in the draft',
  gone: 'Create the webhook again or discard the draft',
  blocked: 'Correct the draft',
};

/** A plan that was started cannot be refreshed. */
export function wayOut({ state, action, draftId }: PlanRowView, phase: PlanPhase): string | null {
  const way = draftId === null || action === 'delete' ? undefined : waysOut[state];
  if (way === undefined) return null;
  if (phase === 'prepared') return `${way}, then refresh the plan.`;
  return state === 'gone' ? `${way}.` : `${way}, then publish it.`;
}

const needKinds: Readonly<Record<Need['kind'], string>> = {
  pair: 'Select a match',
  method: 'Select a method',
  payloadType: 'Job webhook',
  secret: 'Enter a secret',
  conflict: stateLabels.conflict,
};

/** What a row needs, in few words; its details say more. */
export const needsLabel = (needs: readonly Need[]): string =>
  [...new Set(needs.map(({ kind }) => needKinds[kind]))].join(', ');

const becauseLabels: Readonly<Record<Alternative['because'][number], string>> = {
  'same-name': 'same name',
  'similar-name': 'similar name',
  'same-url': 'same URL',
  'former-id': 'exported from it',
};

export const alternativeText = ({
  because,
  url,
  method,
  enabled,
}: Pick<Alternative, 'because' | 'url' | 'method' | 'enabled'>): string =>
  capitalised(
    `${because.map((one) => becauseLabels[one]).join(', ')} · ${method} ${hostOf(url) || 'no host'}${enabled ? '' : ' · disabled'}`,
  );
