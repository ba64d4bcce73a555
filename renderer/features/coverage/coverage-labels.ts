import type { InstallationCoverage, Recipients } from '#contract/coverage.ts';
import { severityNames } from '#domain/webhook/webhook.ts';
import {
  type LastReads,
  lastReadsOf,
  readInstallations,
  readAgesSuffix,
} from '../../shared/last-reads.ts';
import { counted } from '#domain/text/wording.ts';

/** The number of severities that no enabled webhook receives; 0 for an installation that was never read. */
export const gapCount = ({ readAt, alerts }: InstallationCoverage): number =>
  readAt === null ? 0 : severityNames.filter((severity) => alerts[severity].count === 0).length;

/** Such as `No gaps on 5 read installations; 1 never read, oldest 2 days ago`. */
export function summaryLabel(all: readonly InstallationCoverage[], now: Date): string {
  const reads = lastReadsOf(all.map(({ readAt }) => readAt));
  if (reads.read === 0) return `Coverage unknown${readAgesSuffix(reads, now)}`;
  return `${gapsInWords(all, reads)}${readAgesSuffix(reads, now)}`;
}

function gapsInWords(all: readonly InstallationCoverage[], reads: LastReads): string {
  const gaps = all.reduce((sum, each) => sum + gapCount(each), 0);
  const withGaps = all.filter((each) => gapCount(each) > 0).length;
  return gaps === 0
    ? `No gaps on ${readInstallations(reads)}`
    : `${counted(gaps, 'gap')} on ${withGaps.toLocaleString('en')} of ${readInstallations(reads)}`;
}

/** Such as `Slack – ops, Pager and 3 more`. */
export function recipientsLabel({ count, names }: Recipients): string {
  const shown = names.map((name) => name || 'Without a name').join(', ');
  const more = count - names.length;
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}
