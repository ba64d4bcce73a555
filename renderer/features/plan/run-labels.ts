import type { PlanState } from '#contract/plans.ts';
import { RowOutcome } from '#domain/publishing/plan.ts';
import type { RowState } from '#domain/publishing/row-state.ts';
import type { OutcomeCounts } from '#domain/publishing/row-results.ts';
import { capitalised } from '../../ui/capitalised.ts';
import { outcomeLabels, stateLabels } from './labels.ts';
import { countedWork, type PlanWork } from './plan-work.ts';

const nothingDone = 'nothing done yet';

/** Such as `1 change published and verified, 2 failed`; zero counts are omitted. */
function outcomesLabel(counts: OutcomeCounts, work: PlanWork): string {
  const { done, ...others } = counts;
  const said = done === 0 ? [] : [`${countedWork(done, work)} ${work} and verified`];
  const rest = countsLabel({ ...others, done: 0 });
  return [...said, ...(done > 0 && rest === nothingDone ? [] : [rest])].join(', ');
}

/** Such as `31 done, 2 unknown, 17 not attempted`; zero counts are omitted. */
function countsLabel(counts: OutcomeCounts): string {
  const said = RowOutcome.options
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        `${counts[outcome].toLocaleString('en')} ${outcomeLabels[outcome].toLowerCase()}`,
    );
  return said.length === 0 ? nothingDone : said.join(', ');
}

const endings: Readonly<Record<PlanState['status'], string | null>> = {
  running: null,
  ended: null,
  paused: 'Only the first row was sent. Check its result, then continue or undo it.',
  cancelled: 'The plan was cancelled. Requests that were already sent went on.',
  stopped: 'The plan stopped at the first failure.',
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

/** @param leftOut states of the rows that the plan could not send */
export function runSummary(
  counts: OutcomeCounts,
  status: PlanState['status'],
  left: number,
  leftOut: readonly RowState[],
  work: PlanWork,
): RunSummary {
  const bad = counts.failed > 0;
  const unsettled =
    counts.unknown + counts.differs + counts.cancelled + counts['not-attempted'] + left;
  const isOpen = unsettled + leftOut.length > 0;
  const parts = [
    outcomesLabel(counts, work),
    ...(leftOut.length > 0 ? [leftOutLabel(leftOut)] : []),
  ];
  const sentences = [
    endings[status],
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
  return `A plan of ${total.toLocaleString('en')} ${how}: ${countsLabel(counts)}.`;
}
