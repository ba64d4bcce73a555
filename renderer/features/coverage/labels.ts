import type { InstallationCoverage, Recipients } from '#contract/coverage.ts';
import { severityNames } from '#domain/webhook/webhook.ts';
import { counted } from '../../ui/counted.ts';

/** Severities that no enabled webhook receives. An installation that was never read has none. */
export const gapsOf = ({ readAt, alerts }: InstallationCoverage): number =>
  readAt === null ? 0 : severityNames.filter((severity) => alerts[severity].count === 0).length;

export function summaryLabel(all: readonly InstallationCoverage[]): string {
  const gaps = all.reduce((sum, each) => sum + gapsOf(each), 0);
  const concerned = all.filter((each) => gapsOf(each) > 0).length;
  return gaps === 0
    ? `No gaps on ${counted(all.length, 'installation')}`
    : `${counted(gaps, 'gap')} on ${concerned.toLocaleString('en')} of ${counted(all.length, 'installation')}`;
}

/** Such as `Slack – ops, Pager and 3 more`. */
export function namesLabel({ count, names }: Recipients): string {
  const shown = names.map((name) => name || 'Without a name').join(', ');
  const more = count - names.length;
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}
