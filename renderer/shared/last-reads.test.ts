import { expect, it } from 'vitest';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import { clock } from '../ui/date-formats.ts';
import { lastReadInWords, lastReadsOf, readInstallations, readAgesSuffix } from './last-reads.ts';

const now = new Date('2026-11-23T10:00:00Z');
const [fresh, old] = [new Date('2026-11-23T09:59:00Z'), new Date('2026-11-20T09:00:00Z')];

it.each([
  [[fresh, fresh], '2 installations'],
  [[fresh, old], '2 installations; oldest 3 days ago'],
  [[fresh, null], '1 read installation; 1 never read'],
  [[null, old, null, fresh], '2 read installations; 2 never read, oldest 3 days ago'],
  [[null], '0 read installations; 1 never read'],
])('limits a claim to the lists that were read (%#)', (readAts, expected) => {
  const reads = lastReadsOf(readAts);
  expect(`${readInstallations(reads)}${readAgesSuffix(reads, now)}`).toBe(expected);
});

const hourAgo = new Date(now.getTime() - 60 * 60_000);

it.each<[PlainProblemCode, string]>([
  ['unreachable', `Last read ${clock(hourAgo)}, 1 hour ago; the installation is unreachable`],
  ['timed-out', `Last read ${clock(hourAgo)}, 1 hour ago; the installation is unreachable`],
  [
    'unauthorized',
    `Last read ${clock(hourAgo)}, 1 hour ago; the installation rejected the sign-in`,
  ],
  ['server-failed', `Last read ${clock(hourAgo)}, 1 hour ago; refreshing failed`],
])('the age of a list that failed to refresh with %s names the reason', (code, words) => {
  expect(lastReadInWords(hourAgo, plainProblem(code, '', ''), now)).toBe(words);
});

it('the age is not shown without a last read', () => {
  const problem = plainProblem('unreachable', '', '');
  expect(lastReadInWords(null, problem, now)).toBe(
    'Not loaded yet; the installation is unreachable',
  );
});
