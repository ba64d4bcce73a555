import { RowOutcome, type RowResult } from '#domain/publishing/plan.ts';

export type OutcomeCounts = Readonly<Record<RowOutcome, number>>;

export function countOutcomes(results: Iterable<Pick<RowResult, 'outcome'>>): OutcomeCounts {
  const counts: Record<RowOutcome, number> = {
    done: 0,
    unchanged: 0,
    differs: 0,
    failed: 0,
    unknown: 0,
    'not-attempted': 0,
    cancelled: 0,
  };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

const words: Readonly<Record<RowOutcome, string>> = {
  done: 'done',
  unchanged: 'unchanged',
  differs: 'read back different',
  failed: 'failed',
  unknown: 'unknown',
  'not-attempted': 'not attempted',
  cancelled: 'cancelled',
};

/** Such as `31 done, 2 unknown, 17 not attempted`; zero counts are omitted. */
export function countsInWords(counts: OutcomeCounts): string {
  const said = RowOutcome.options
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome].toLocaleString()} ${words[outcome]}`);
  return said.length === 0 ? 'nothing done yet' : said.join(', ');
}
