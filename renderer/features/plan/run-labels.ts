import type { PlanRowView, PlanState } from '#contract/plans.ts';
import { RowOutcome, type RunOptions } from '#domain/publishing/plan.ts';
import type { RowState } from '#domain/publishing/row-state.ts';
import type { OutcomeCounts } from '#domain/publishing/row-results.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import { capitalised } from '../../ui/capitalised.ts';
import { kindLabel, stateLabels } from './labels.ts';
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
function countsLabel(counts: OutcomeCounts, status: PlanState['status']): string {
  const said = RowOutcome.options
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        `${counts[outcome].toLocaleString('en')} ${kindLabel(outcome, status).toLowerCase()}`,
    );
  return said.length === 0 ? nothingDone : said.join(', ');
}

const endings: Readonly<Record<PlanState['status'], string | null>> = {
  running: null,
  ended: null,
  paused: 'Only the first row was sent. Check its result, then continue or undo it.',
  cancelled: 'The plan was cancelled. Requests that were already sent went on.',
  stopped: 'The plan stopped at the first failure. Requests that were already sent went on.',
  interrupted: 'Hookdesk closed before the plan ended.',
};

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

export type EndedPlan = Pick<Plan, 'left' | 'work'> & {
  readonly leftOut: readonly Pick<PlanRowView, 'state'>[];
  readonly run: Pick<Plan['run'], 'counts' | 'state'>;
};

/** @param unread names of installations that could not be read */
export function runSummary(
  { left, leftOut, work, run }: EndedPlan,
  unread: readonly string[] = [],
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
  const isAllSent = counts.cancelled + counts['not-attempted'] === 0;
  const sentences = [
    status === 'stopped' && isAllSent
      ? 'All requests were already sent when the first one failed.'
      : endings[status],
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

/** Such as `Retry 12 failed and send the other 30`. Rows with an unknown outcome are not sent again. */
export function resumeLabel(
  counts: OutcomeCounts,
  left: number,
  status: PlanState['status'] | undefined,
): string {
  if (status === 'paused') return `Continue with the rest (${left.toLocaleString('en')})`;
  const others = counts['not-attempted'] + counts.cancelled;
  const failed = left - others;
  const parts = [
    ...(failed > 0 ? [`retry ${failed.toLocaleString('en')} failed`] : []),
    ...(others > 0 ? [`send the other ${others.toLocaleString('en')}`] : []),
  ];
  return capitalised(parts.join(' and '));
}

export function interruptedLabel({ status, total, counts }: PlanState): string {
  const how = {
    running: 'is running',
    ended: 'ended with rows left',
    paused: 'is paused after its first row',
    cancelled: 'was cancelled',
    stopped: 'stopped at a failure',
    interrupted: 'was interrupted',
  }[status];
  return `A plan of ${total.toLocaleString('en')} ${how}: ${countsLabel(counts, status)}.`;
}
