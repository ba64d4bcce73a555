import type { PlanState } from '#contract/plans.ts';
import { countsInWords, type OutcomeCounts } from './outcome-counts.ts';
import { capitalised } from '../../ui/capitalised.ts';

export interface Told {
  readonly tone: 'good' | 'caution' | 'bad' | 'info';
  readonly title: string;
  readonly sentences: readonly string[];
}

const ended: Readonly<Record<PlanState['status'], string | null>> = {
  running: null,
  ended: null,
  cancelled: 'It was cancelled. What had been sent by then went on to its outcome.',
  stopped: 'It stopped at the first failure.',
  interrupted: 'Hookdesk ended in the middle of it.',
};

export function endInWords(counts: OutcomeCounts, status: PlanState['status'], left: number): Told {
  const bad = counts.failed > 0;
  const open = counts.unknown + counts.differs + counts.cancelled + counts['not-attempted'] > 0;
  const sentences = [
    ended[status],
    counts.unknown > 0
      ? 'Whether the unknown ones were applied is found out by reading, as soon as their installation answers. Nothing is sent twice.'
      : null,
    counts.differs > 0
      ? 'Where something else was read back than was meant, the row says so.'
      : null,
    left > 0 ? `${left.toLocaleString()} of them can still be carried out.` : null,
  ];
  return {
    tone: bad ? 'bad' : open || left > 0 ? 'caution' : 'good',
    title: capitalised(countsInWords(counts)),
    sentences: sentences.filter((each) => each !== null),
  };
}

export function interruptedInWords({ status, total, counts }: PlanState): string {
  const how = {
    running: 'is under way',
    ended: 'ended with something left',
    cancelled: 'was cancelled',
    stopped: 'stopped at a failure',
    interrupted: 'was interrupted',
  }[status];
  return `A plan of ${total.toLocaleString()} ${how}: ${countsInWords(counts)}.`;
}
