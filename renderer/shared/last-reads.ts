import type { Problem } from '#domain/problem.ts';
import { ago, momentInWords } from '../ui/date-formats.ts';
import { counted } from '#domain/text/wording.ts';

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
export function readAgesSuffix({ neverRead, oldest }: LastReads, now: Date): string {
  const parts = [
    neverRead > 0 && `${neverRead.toLocaleString('en')} never read`,
    oldest !== null && now.getTime() - oldest.getTime() >= day && `oldest ${ago(oldest, now)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}

export function lastReadInWords(readAt: Date | null, problem: Problem, now: Date): string {
  const age = readAt === null ? 'Not loaded yet' : `Last read ${momentInWords(readAt, now)}`;
  return `${age}; ${hindrance(problem)}`;
}

export const isOutOfReach = ({ code }: Problem): boolean =>
  code === 'unreachable' || code === 'timed-out' || code === 'proxy-failed';

function hindrance(problem: Problem): string {
  if (isOutOfReach(problem)) return 'the installation is unreachable';
  switch (problem.code) {
    case 'certificate-untrusted':
    case 'certificate-invalid':
    case 'certificate-changed':
    case 'client-certificate':
      return 'its certificate is not accepted';
    case 'unauthorized':
    case 'forbidden':
      return 'the installation rejected the sign-in';
    case 'vault-locked':
    case 'vault-failed':
      return 'its secrets are unavailable';
    default:
      return 'refreshing failed';
  }
}
