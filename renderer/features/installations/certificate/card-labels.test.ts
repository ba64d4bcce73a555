import { expect, it } from 'vitest';
import { endInWords, fingerprintLines } from './card-labels.ts';

it('a fingerprint stands in lines of the same length, and loses nothing', () => {
  const fingerprint = Array.from({ length: 32 }, (_, byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join(':');
  for (const bytes of [8, 16] as const) {
    const lines = fingerprintLines(fingerprint, bytes);
    expect(lines).toHaveLength(32 / bytes);
    expect(lines.join(':')).toBe(fingerprint);
  }
});

it.each([
  ['2030-03-31T12:00:00Z', 'in 30 days'],
  ['2030-03-02T12:00:00Z', 'in 1 day'],
  ['2030-03-01T15:00:00Z', 'expires today'],
  ['2030-03-01T09:00:00Z', 'just expired'],
  ['2030-02-26T12:00:00Z', 'expired 3 days ago'],
  ['2027-03-01T12:00:00Z', 'expired 1,096 days ago'],
])('a certificate until %s, on 1 March 2030 at noon: %s', (until, words) => {
  expect(endInWords(until, new Date('2030-03-01T12:00:00Z'))).toBe(words);
});
