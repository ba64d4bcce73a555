import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem.ts';
import { clockText, localTimes, parseTime, shortText, textInBoth, usualEnds } from './times.ts';

const berlin = 'Europe/Berlin';
const now = new Date('2026-11-26T09:30:00Z');
const parsed = (text: string, zone = berlin, at = now): string =>
  parseTime(text, zone, at).toISOString().slice(0, 16);

function refusal(text: string, zone = berlin, at = now): string {
  try {
    return parsed(text, zone, at);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return `${error.problem.message} ${error.problem.advice}`;
  }
}

describe('a time', () => {
  it.each([
    ['18:00', '2026-11-26T17:00'],
    ['09:00', '2026-11-27T08:00'],
    ['2026-11-30 18:00', '2026-11-30T17:00'],
    ['2026-11-30T18:00', '2026-11-30T17:00'],
    ['2026-11-30 18:00Z', '2026-11-30T18:00'],
    ['2026-11-30T18:00-05:00', '2026-11-30T23:00'],
    ['2h', '2026-11-26T11:30'],
    ['1d12h', '2026-11-27T21:30'],
    ['90m', '2026-11-26T11:00'],
    ['40d', '2027-01-05T09:30'],
  ])('%s is %s', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });

  it('is of the zone', () => {
    expect(parsed('18:00', 'America/New_York')).toBe('2026-11-26T23:00');
    expect(refusal('18:00', 'Mars/Olympus')).toContain('“Mars/Olympus” is not a time zone.');
  });

  it('in days has the same time on the clock, in hours the same length', () => {
    const before = new Date('2026-10-24T10:00:00Z');
    expect(parsed('1d', berlin, before)).toBe('2026-10-25T11:00');
    expect(parsed('24h', berlin, before)).toBe('2026-10-25T10:00');
  });

  it.each(['', 'soon', '25:00', '2026-02-30 18:00', '18', '0h', '2020-01-01 18:00', '-2h'])(
    '“%s” is refused',
    (text) => {
      expect(refusal(text)).toMatch(/is not a time|has passed/);
    },
  );

  it('that does not exist is refused, with the times before and after', () => {
    expect(refusal('2027-03-28 02:30')).toBe(
      '2027-03-28 02:30 does not exist in Europe/Berlin, because the clock changes. Nothing was sent. Enter 2027-03-28T01:30+01:00 or 2027-03-28T03:30+02:00.',
    );
    expect(parsed('2027-03-28T03:30+02:00')).toBe('2027-03-28T01:30');
  });

  it('that occurs twice is refused, with both', () => {
    const before = new Date('2026-10-24T22:00:00Z');
    expect(refusal('02:30', berlin, before)).toBe(
      '2026-10-25 02:30 occurs twice in Europe/Berlin, because the clock changes. Nothing was sent. Enter 2026-10-25T02:30+02:00 or 2026-10-25T02:30+01:00.',
    );
    expect(parsed('2026-10-25T02:30+01:00', berlin, before)).toBe('2026-10-25T01:30');
  });
});

it('is shown without the date on the same day, and in both zones', () => {
  const end = new Date('2026-11-26T23:30:00Z');
  expect(shortText(end, berlin, now)).toBe('2026-11-27 00:30');
  expect(shortText(end, 'UTC', now)).toBe('23:30');
  expect(textInBoth(end, berlin)).toBe('2026-11-27 00:30 Europe/Berlin, 2026-11-26 23:30 UTC');
  expect(textInBoth(end, 'UTC')).toBe('2026-11-26 23:30 UTC');
});

describe('a local time', () => {
  const meanings = (text: string) => {
    const found = localTimes(text, berlin);
    return found && [found.why, ...found.times.map((time) => clockText(time, berlin))];
  };

  it('is one time, or both when the clock changes', () => {
    expect(meanings('2026-11-26T18:00')).toEqual([null, '18:00 +01:00']);
    expect(meanings('2026-10-25T02:30')).toEqual(['occurs twice', '02:30 +02:00', '02:30 +01:00']);
    expect(meanings('2027-03-28T02:30')).toEqual([
      'does not exist',
      '01:30 +01:00',
      '03:30 +02:00',
    ]);
  });

  it.each(['', '18:00', '2026-02-30T18:00', '2026-11-26'])('“%s” is none', (text) => {
    expect(meanings(text)).toBeNull();
  });
});

it('offers two hours, the next evening and the next morning', () => {
  const texts = (at: string) =>
    Object.values(usualEnds(berlin, new Date(at))).map((end) => end.toISOString().slice(0, 16));
  expect(texts('2026-11-26T09:30:00Z')).toEqual([
    '2026-11-26T11:30',
    '2026-11-26T17:00',
    '2026-11-27T07:00',
  ]);
  expect(texts('2026-11-26T17:00:00Z')[1]).toBe('2026-11-27T17:00');
  // The clock changes in the night.
  expect(texts('2026-10-24T20:00:00Z').slice(1)).toEqual(['2026-10-25T17:00', '2026-10-25T07:00']);
});
