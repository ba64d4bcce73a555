import { describe, expect, it, test } from 'vitest';
import { lifeOf, renewalMargin } from './sign-in-rules.ts';

const at = (text: string | null): Date | null => (text === null ? null : new Date(text));

describe('the life of an auth token', () => {
  it.each([
    ['2030-01-01T10:00:00Z', '2030-01-01T10:20:00Z', 1_200_000],
    ['2030-01-01T10:00:00Z', '2030-01-01T10:00:03Z', 3_000],
    // The result is the same with a clock that is years off or in another time zone.
    ['1999-12-31T23:50:00-08:00', '2000-01-01T08:10:00Z', 1_200_000],
    ['2030-01-01T10:00:00Z', '2030-01-01T10:00:00.010Z', 1_000],
    ['2030-01-01T10:00:00Z', '2030-01-01T10:00:00Z', null],
    ['2030-01-01T10:00:00Z', '2030-01-01T09:00:00Z', null],
    [null, '2030-01-01T10:20:00Z', null],
    ['2030-01-01T10:00:00Z', null, null],
    [null, null, null],
  ])('from %s to %s is %d ms', (issuedAt, expiresAt, life) => {
    expect(lifeOf({ issuedAt: at(issuedAt), expiresAt: at(expiresAt) })).toBe(life);
  });
});

test.each([
  [1_000, 250],
  [3_000, 300],
  [60_000, 6_000],
  [1_200_000, 120_000],
  [86_400_000, 120_000],
])('one of %d ms is renewed %d ms before its end', (life, margin) => {
  expect(renewalMargin(life)).toBe(margin);
});
