import type { ChangeByOthers, FoundChanges, WatchedView } from '#contract/watching.ts';
import { momentInWords } from '../../ui/date-formats.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import { counted } from '#domain/text/wording.ts';

const mostNamed = 4;

/** Such as `Enabled, Method`. Empty for a new or deleted webhook. */
export function changedInWords({ changed }: Pick<ChangeByOthers, 'changed'>): string {
  const more = changed.length - mostNamed;
  return [...changed.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The scope of *Mark as seen*, such as `Mark 12 as seen`. */
export const allSeenLabel = (count: number): string =>
  count === 1 ? 'Mark as seen' : `Mark all ${count.toLocaleString('en')} as seen`;

/** Such as `12 webhooks on 3 installations`. */
export const countInWords = (changes: readonly Pick<ChangeByOthers, 'connectionId'>[]): string =>
  `${counted(changes.length, 'webhook')} on ${counted(new Set(changes.map(({ connectionId }) => connectionId)).size, 'installation')}`;

/** Such as `2 installations watched`. */
export const watchedInWords = (watched: readonly unknown[]): string =>
  watched.length === 0
    ? 'No installation is watched'
    : `${counted(watched.length, 'installation')} watched`;

/** What is not known of an installation that could not be read. */
export function unreadTitle({ status, readAt }: WatchedView, name: string, now: Date): string {
  const since =
    readAt === null
      ? 'Its changes are unknown'
      : `Changes since ${momentInWords(readAt, now)}, are unknown`;
  switch (status) {
    case 'stopped':
      return `${name} rejected the sign-in. ${since}.`;
    case 'stale':
      return `${name} was not read for 24 hours. ${since}.`;
    default:
      return `${name} could not be read. ${since}.`;
  }
}

/** The notification of a round. It names installations only. @param names empty while the vault is locked */
export function foundInWords(
  { byInstallation }: FoundChanges,
  names: readonly string[],
): { title: string; text: string } {
  const count = byInstallation.reduce((sum, each) => sum + each.count, 0);
  const where =
    names.length === 0
      ? counted(byInstallation.length, 'installation')
      : listedInstallations(names);
  return { title: 'Changes by others', text: `${counted(count, 'webhook')} changed on ${where}` };
}
