import { expect, it } from 'vitest';
import { lastReadsOf, readInstallations, readingLimits } from './reading-limits.ts';

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
  expect(`${readInstallations(reads)}${readingLimits(reads, now)}`).toBe(expected);
});
