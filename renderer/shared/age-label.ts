import type { Problem } from '#domain/problem.ts';
import { counted } from '../ui/counted.ts';
import { clock } from '../ui/date-formats.ts';

const minute = 60_000;

export function ago(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / minute);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  if (minutes < 24 * 60) return `${counted(Math.floor(minutes / 60), 'hour')} ago`;
  return `${counted(Math.floor(minutes / (24 * 60)), 'day')} ago`;
}

/** Such as `10:32, 2 days ago`. */
export const momentInWords = (at: Date, now: Date): string => `${clock(at)}, ${ago(at, now)}`;

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
