import { describe, expect, it } from 'vitest';
import {
  ago,
  clock,
  clockWithSeconds,
  momentInWords,
  momentInZones,
  momentOf,
  momentWithSeconds,
  shortMomentIn,
} from './date-formats.ts';

const at = new Date(2030, 0, 2, 15, 4, 5);

/** Narrow spaces differ between versions of the language data. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

it('shows times in the 12-hour or 24-hour format of the system', () => {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  const hour = hour12 === true ? '3:04' : '15:04';
  expect(plain(clock(at))).toContain(hour);
  expect(plain(clockWithSeconds(at))).toContain(`${hour}:05`);
  expect(plain(momentOf(at))).toContain(hour);
  expect(plain(momentWithSeconds(at))).toContain(`${hour}:05`);
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  expect(momentWithSeconds(at)).toContain(zone?.value ?? 'no zone');
});

it('shows times of a zone in the same format, exact ones in UTC as well', () => {
  const zone = 'Asia/Tokyo';
  const evening = new Date('2030-01-02T14:30:00Z');
  const midnight = new Date('2030-01-02T15:00:00Z');
  const style = { timeStyle: 'short', timeZone: zone } as const;
  const moment = { ...style, dateStyle: 'medium' } as const;
  const [time, whole] = [style, moment].map((each) => new Intl.DateTimeFormat(undefined, each));
  expect(shortMomentIn(zone, evening, new Date('2030-01-01T15:00:00Z'))).toBe(
    time?.format(evening),
  );
  expect(shortMomentIn(zone, midnight, evening)).toBe(whole?.format(midnight));
  const utc = new Intl.DateTimeFormat(undefined, { ...moment, timeZone: 'UTC' }).format(evening);
  expect(momentInZones(zone, evening)).toEqual([
    `${whole?.format(evening)} ${zone}`,
    `(${utc} UTC)`,
  ]);
  expect(momentInZones('UTC', evening)).toEqual([`${utc} UTC`]);
});

describe('an age', () => {
  const after = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

  it.each([
    [-1, 'just now'],
    [0.9, 'just now'],
    [1, '1 minute ago'],
    [59, '59 minutes ago'],
    [60, '1 hour ago'],
    [23 * 60 + 59, '23 hours ago'],
    [24 * 60, '1 day ago'],
    [2.5 * 24 * 60, '2 days ago'],
  ])('of %s minutes is “%s”', (minutes, words) => {
    expect(ago(at, after(minutes))).toBe(words);
  });

  it('is shown after the time of day', () => {
    expect(momentInWords(at, after(2 * 24 * 60))).toBe(`${clock(at)}, 2 days ago`);
  });
});
