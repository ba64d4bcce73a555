import { counted } from '../ui/counted.ts';
import { ago } from './age-label.ts';

const day = 24 * 60 * 60 * 1_000;

/** The lists on which a claim about several installations rests. */
export interface LastReads {
  readonly read: number;
  readonly neverRead: number;
  readonly oldest: Date | null;
}

export function lastReadsOf(readAts: readonly (Date | null)[]): LastReads {
  const times = readAts.flatMap((readAt) => readAt?.getTime() ?? []);
  return {
    read: times.length,
    neverRead: readAts.length - times.length,
    oldest: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

/** Such as `5 read installations` when others were never read. */
export const readInstallations = ({ read, neverRead }: LastReads): string =>
  counted(read, neverRead === 0 ? 'installation' : 'read installation');

/** Ends a claim: `; 1 never read, oldest 2 days ago`. Empty when all lists are from the last day. */
export function readingLimits({ neverRead, oldest }: LastReads, now: Date): string {
  const parts = [
    neverRead > 0 && `${neverRead.toLocaleString('en')} never read`,
    oldest !== null && now.getTime() - oldest.getTime() >= day && `oldest ${ago(oldest, now)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
