import type { Problem } from '#domain/problem.ts';
import type { NotedProblem } from './recent-problems.ts';

/** Codes whose messages Hookdesk writes itself, without text from a service. */
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
  'host-not-allowed',
  'no-such-connection',
  'vault-failed',
  'vault-locked',
  'data-key-missing',
]);

/** Labels of facts without text from a service, a webhook or a person. */
const tellingLabels: ReadonlySet<string> = new Set([
  'Request',
  'Status',
  'Content type',
  'System code',
  'Time limit',
  'Limit',
  'Retry after',
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

export function problemLines({ at, procedure, problem }: NotedProblem): string[] {
  const message = inOurWords.has(problem.code) ? [`   ${problem.message}`] : [];
  const doubts = 'doubts' in problem ? [`   Doubts: ${problem.doubts.join(', ')}`] : [];
  const facts = problem.facts
    .filter(({ label }) => tellingLabels.has(label))
    .map(({ label, value }) => `   ${label}: ${value}`);
  return [`${at.toISOString()} ${procedure}: ${problem.code}`, ...message, ...doubts, ...facts];
}
