import type { PlanRowView, PlanState } from '#contract/plans.ts';
import { RowOutcome, type RunOptions } from '#domain/publishing/plan.ts';
import type { RowState } from '#domain/publishing/row-state.ts';
import type { OutcomeCounts } from '#domain/publishing/row-results.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import { capitalised } from '#domain/text/wording.ts';
import { clockWithSeconds } from '../../ui/date-formats.ts';
import { kindLabel, shortListOf, stateLabels } from './plan-labels.ts';
import type { Plan } from './plan.svelte.ts';
import { countedWork, type PlanWork } from './plan-work.ts';

export const afterFailure: { value: RunOptions['onFailure']; label: string }[] = [
  { value: 'stop', label: 'Stop at the first failure' },
  { value: 'go-on', label: 'Continue after a failure' },
];

const nothingDone = 'nothing done yet';

/** Such as `1 change published and verified, 2 failed`; zero counts are omitted. */
function outcomesLabel(counts: OutcomeCounts, status: PlanState['status'], work: PlanWork): string {
  const { done, ...others } = counts;
  const said = done === 0 ? [] : [`${countedWork(done, work)} ${work} and verified`];
  const rest = countsLabel({ ...others, done: 0 }, status);
  return [...said, ...(done > 0 && rest === nothingDone ? [] : [rest])].join(', ');
}

/** Such as `31 done, 2 unknown, 17 not attempted`; zero counts are omitted. */
export function countsLabel(counts: OutcomeCounts, status: PlanState['status']): string {
  const said = RowOutcome.options
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        `${counts[outcome].toLocaleString('en')} ${kindLabel(outcome, status).toLowerCase()}`,
    );
  return said.length === 0 ? nothingDone : said.join(', ');
}

function endingOf(
  { status, first }: Pick<PlanState, 'status' | 'first'>,
  counts: OutcomeCounts,
): string | null {
  // One request has no others beside it.
  if (status === 'stopped' && first !== undefined) return null;
  switch (status) {
    case 'running':
    case 'ended':
      return null;
    case 'paused':
      return counts.done > 1
        ? 'The last run sent one row only. Check its result, then continue.'
        : 'Only one row was sent. Check its result, then continue or undo it.';
    case 'cancelled':
      return counts.cancelled === 0
        ? 'The plan was cancelled after all requests were sent.'
        : 'The plan was cancelled. Requests that were already sent went on.';
    case 'stopped':
      return stopOf(counts);
    case 'interrupted':
      return 'Hookdesk closed before the plan ended.';
  }
}

function stopOf(counts: OutcomeCounts): string {
  const cause = counts.failed > 0 ? 'failure' : counts.unknown > 0 ? 'unknown result' : 'mismatch';
  const isAllSent = counts.cancelled + counts['not-attempted'] === 0;
  return isAllSent
    ? `All requests were already sent at the first ${cause}.`
    : `The plan stopped at the first ${cause}. Requests that were already sent went on.`;
}

export interface RunSummary {
  readonly tone: 'good' | 'caution' | 'bad' | 'info';
  readonly title: string;
  readonly sentences: readonly string[];
}

/** Such as `1 left out (conflict)`. */
function leftOutLabel(leftOut: readonly RowState[]): string {
  const reasons = [...new Set(leftOut)].map((state) => stateLabels[state].toLowerCase());
  return `${leftOut.length.toLocaleString('en')} left out (${reasons.join(', ')})`;
}

export type EndedPlan = Pick<Plan, 'left' | 'work' | 'resumedAt'> & {
  readonly leftOut: readonly Pick<PlanRowView, 'state'>[];
  readonly run: Pick<Plan['run'], 'counts' | 'state'>;
};

/** Names of installations. */
interface NotReached {
  readonly unread?: readonly string[];
  /** Production installations that were to be sent last. */
  readonly keptBack?: readonly string[];
}

export function runSummary(
  { left, leftOut, work, run, resumedAt }: EndedPlan,
  { unread = [], keptBack = [] }: NotReached = {},
): RunSummary {
  const { counts } = run;
  const status = run.state?.status ?? 'ended';
  const bad = counts.failed > 0;
  const unsettled =
    counts.unknown + counts.differs + counts.cancelled + counts['not-attempted'] + left;
  const isOpen = unsettled + leftOut.length + unread.length > 0;
  const parts = [
    outcomesLabel(counts, status, work),
    ...(leftOut.length > 0 ? [leftOutLabel(leftOut.map(({ state }) => state))] : []),
  ];
  const sentences = [
    resumedAt === null ? null : `Sent again at ${clockWithSeconds(resumedAt)}.`,
    endingOf(run.state ?? { status }, counts),
    status === 'stopped' && keptBack.length > 0
      ? `Nothing was sent to ${listedInstallations(keptBack)}: production is sent last.`
      : null,
    unread.length > 0
      ? `${listedInstallations(unread)} could not be read. Nothing was sent there.`
      : null,
    counts.unknown > 0
      ? 'Unknown results are checked when the installation is reachable. Nothing is sent twice.'
      : null,
  ];
  return {
    tone: bad ? 'bad' : status === 'paused' ? 'info' : isOpen ? 'caution' : 'good',
    title: capitalised(parts.join(', ')),
    sentences: sentences.filter((each) => each !== null),
  };
}

interface LeftRows {
  readonly counts: OutcomeCounts;
  readonly left: number;
  readonly status: PlanState['status'] | undefined;
  /** Names. */
  readonly installations: readonly string[];
}

/** Such as `Retry 12 failed and send the other 30 on acme`. Rows with an unknown outcome are not sent again. */
export function resumeLabel({ counts, left, status, installations }: LeftRows): string {
  const where = shortListOf(installations);
  const others = counts['not-attempted'] + counts.cancelled;
  const failed = left - others;
  if (status === 'paused' && failed === 0)
    return `Continue with the rest (${left.toLocaleString('en')}) on ${where}`;
  const parts = [
    ...(failed > 0 ? [`retry ${failed.toLocaleString('en')} failed`] : []),
    ...(others > 0 ? [`send the other ${others.toLocaleString('en')}`] : []),
  ];
  return `${capitalised(parts.join(' and '))} on ${where}`;
}

export function interruptedLabel({ status, total, counts }: PlanState): string {
  const how = {
    running: 'is running',
    ended: 'ended with rows left',
    paused: 'is paused',
    cancelled: 'was cancelled',
    stopped: 'stopped at a failure',
    interrupted: 'was interrupted',
  }[status];
  return `A plan of ${total.toLocaleString('en')} ${how}: ${countsLabel(counts, status)}.`;
}
