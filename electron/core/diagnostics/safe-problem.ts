import type { Problem } from '#domain/problem.ts';
import type { NotedProblem } from './recent-problems.ts';

/** Problems whose message is in our own words throughout, with no word of whoever answered. */
const inOurWords: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'unreachable',
  'timed-out',
  'certificate-untrusted',
  'certificate-invalid',
  'certificate-changed',
  'client-certificate',
  'proxy-failed',
  'unauthorized',
  'forbidden',
  'not-found',
  'too-large',
  'aborted',
  'no-such-connection',
  'vault-failed',
  'vault-locked',
  'data-key-missing',
]);

/** Facts that say where and how, and none of what a service, a webhook or a person wrote. */
const tellingLabels: ReadonlySet<string> = new Set([
  'Request',
  'Status',
  'Content type',
  'System code',
  'Time limit',
  'Limit',
  'Asks to wait',
  'Proxy',
  'Status of the proxy',
  'Where',
  'Expected',
  'Found',
  'Valid from',
  'Valid until',
  'Key',
  'SHA-256 fingerprint',
  'SHA-256 of the key',
  'Trusted fingerprint',
  'Trusted key',
]);

/** A problem as lines for a ticket: its code, and what of it cannot hold anybody's content. */
export function problemLines({ at, procedure, problem }: NotedProblem): string[] {
  const message = inOurWords.has(problem.code) ? [`   ${problem.message}`] : [];
  const doubts = 'doubts' in problem ? [`   Doubts: ${problem.doubts.join(', ')}`] : [];
  const facts = problem.facts
    .filter(({ label }) => tellingLabels.has(label))
    .map(({ label, value }) => `   ${label}: ${value}`);
  return [`${at.toISOString()} ${procedure}: ${problem.code}`, ...message, ...doubts, ...facts];
}
