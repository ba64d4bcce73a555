import { Temporal } from 'temporal-polyfill';
import { plainError, type ProblemError } from '../problem.ts';

const duration = /^(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?$/;
const clockTime = /^\d{2}:\d{2}$/;
const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A time such as `18:00`, `2026-11-30 18:00`, `2h` or `1d12h`, which is after `now`.
 * @throws ProblemError('refused') also for a local time that does not exist or occurs twice
 */
export function parseTime(text: string, zone: string, now: Date): Date {
  const start = inZone(now, zone);
  const time = timeOf(text.trim(), zone, start);
  if (time.getTime() > now.getTime()) return time;
  throw plainError(
    'refused',
    `The time ${localText(time, zone)} (${zone}) has passed.`,
    'Nothing was sent. Enter a later time.',
  );
}

function timeOf(text: string, zone: string, start: Temporal.ZonedDateTime): Date {
  const given = duration.exec(text);
  if (text !== '' && given !== null) {
    const [, days = 0, hours = 0, minutes = 0] = given;
    const length = { days: Number(days), hours: Number(hours), minutes: Number(minutes) };
    return dateOf(start.add(length).toInstant());
  }
  try {
    const standard = text.replace(' ', 'T');
    if (withOffset.test(standard)) return dateOf(Temporal.Instant.from(standard));
    if (localTime.test(standard)) return onClock(Temporal.PlainDateTime.from(standard), zone);
    if (clockTime.test(text)) {
      const today = start.toPlainDate().toPlainDateTime(Temporal.PlainTime.from(text));
      const hasPassed = Temporal.PlainDateTime.compare(today, start.toPlainDateTime()) <= 0;
      return onClock(hasPassed ? today.add({ days: 1 }) : today, zone);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw plainError(
    'refused',
    `“${text}” is not a time.`,
    'Nothing was sent. Use a time such as 18:00, 2026-11-30 18:00, 2h or 1d12h.',
  );
}

/** @throws ProblemError('refused') on a day when the clock changes, with both times that it can mean */
function onClock(local: Temporal.PlainDateTime, zone: string): Date {
  const { earlier, later, occursTwice } = meaningsOf(local, zone);
  if (earlier.equals(later)) return dateOf(earlier.toInstant());
  const text = local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  throw plainError(
    'refused',
    `${text} ${occursTwice ? 'occurs twice' : 'does not exist'} in ${zone}, because the clock changes.`,
    `Nothing was sent. Enter ${offsetText(earlier)} or ${offsetText(later)}.`,
  );
}

function meaningsOf(local: Temporal.PlainDateTime, zone: string) {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  return { earlier, later, occursTwice: earlier.toPlainDateTime().equals(local) };
}

interface LocalTime {
  /** In order: two when the clock changes, else one. */
  readonly times: readonly Date[];
  /** `null` for one time. */
  readonly why: 'occurs twice' | 'does not exist' | null;
}

/** What a local time such as `2026-10-25T02:30` can mean. `null` for another text. */
export function localTimes(text: string, zone: string): LocalTime | null {
  if (!localTime.test(text)) return null;
  try {
    const { earlier, later, occursTwice } = meaningsOf(Temporal.PlainDateTime.from(text), zone);
    const times = [earlier, later].map((time) => dateOf(time.toInstant()));
    if (earlier.equals(later)) return { times: times.slice(1), why: null };
    return { times, why: occursTwice ? 'occurs twice' : 'does not exist' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** Ends that a person often needs: in two hours, the next 18:00, and 8:00 of the next day. */
export function usualEnds(
  zone: string,
  now: Date,
): Readonly<Record<'hours' | 'evening' | 'morning', Date>> {
  const start = inZone(now, zone);
  const evening = start.withPlainTime('18:00');
  const isPast = Temporal.ZonedDateTime.compare(evening, start) <= 0;
  return {
    hours: dateOf(start.add({ hours: 2 }).toInstant()),
    evening: dateOf((isPast ? evening.add({ days: 1 }) : evening).toInstant()),
    morning: dateOf(start.add({ days: 1 }).withPlainTime('08:00').toInstant()),
  };
}

/** Such as `2026-10-25T02:30+02:00`. */
const offsetText = (time: Temporal.ZonedDateTime): string =>
  time.toString({ smallestUnit: 'minute', timeZoneName: 'never' });

/** Such as `02:30 +02:00`, which tells two times of one clock apart. */
export const clockText = (time: Date, zone: string): string =>
  inZone(time, zone).toPlainTime().toString({ smallestUnit: 'minute' }) +
  ` ${inZone(time, zone).offset}`;

/** Such as `2026-11-30 18:00`. */
export const localText = (time: Date, zone: string): string =>
  inZone(time, zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');

/** Such as `18:00` on the same day, else with the date. */
export function shortText(time: Date, zone: string, now: Date): string {
  const isToday = inZone(time, zone).toPlainDate().equals(inZone(now, zone).toPlainDate());
  return localText(time, zone).slice(isToday ? 'yyyy-mm-dd '.length : 0);
}

/** Such as `2026-11-30 18:00 Europe/Berlin, 2026-11-30 17:00 UTC`. */
export function textInBoth(time: Date, zone: string): string {
  const utc = `${localText(time, 'UTC')} UTC`;
  return zone === 'UTC' ? utc : `${localText(time, zone)} ${zone}, ${utc}`;
}

function inZone(time: Date, zone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw noSuchZone(zone);
  }
}

const noSuchZone = (zone: string): ProblemError =>
  plainError(
    'refused',
    `“${zone}” is not a time zone.`,
    'Nothing was sent. Use a name such as Europe/Berlin or UTC.',
  );

const dateOf = ({ epochMilliseconds }: Temporal.Instant): Date => new Date(epochMilliseconds);
