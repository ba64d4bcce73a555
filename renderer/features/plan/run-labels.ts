import type { PlanState } from '#contract/plans.ts';
import { RowOutcome } from '#domain/publishing/plan.ts';
import type { OutcomeCounts } from '#domain/publishing/row-results.ts';
import { capitalised } from '../../ui/capitalised.ts';
import { counted } from '../../ui/counted.ts';
import { outcomeLabels } from './labels.ts';

const nothingDone = 'nothing done yet';

/** Such as `1 change published and verified, 2 failed`; zero counts are omitted. */
function outcomesLabel(counts: OutcomeCounts): string {
  const { done, ...others } = counts;
  const published = done === 0 ? [] : [`${counted(done, 'change')} published and verified`];
  const rest = countsLabel({ ...others, done: 0 });
  return [...published, ...(done > 0 && rest === nothingDone ? [] : [rest])].join(', ');
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

export function runSummary(
  counts: OutcomeCounts,
  status: PlanState['status'],
  left: number,
): RunSummary {
  const bad = counts.failed > 0;
  const open = counts.unknown + counts.differs + counts.cancelled + counts['not-attempted'] > 0;
  const sentences = [
    endings[status],
    counts.unknown > 0
      ? 'Unknown results are checked when the installation is reachable. Nothing is sent twice.'
      : null,
  ];
  return {
    tone: bad ? 'bad' : status === 'paused' ? 'info' : open || left > 0 ? 'caution' : 'good',
    title: capitalised(outcomesLabel(counts)),
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
