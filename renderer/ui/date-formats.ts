import { counted } from '#domain/text/wording.ts';

/** Milliseconds. */
const minute = 60_000;

/** In the system's language and clock. */
function formatted(style: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = new Intl.DateTimeFormat(undefined, style);
  return (at) => format.format(at);
}

/** Dates and times: the only formats of the window. */
export const clock = formatted({ timeStyle: 'short' });
export const clockWithSeconds = formatted({ timeStyle: 'medium' });
export const dateOf = formatted({ dateStyle: 'medium' });
/** With the day of the week. */
export const dayOf = formatted({ dateStyle: 'full' });
export const momentOf = formatted({ dateStyle: 'medium', timeStyle: 'short' });
/** With the zone, for what is shown on hover. */
export const momentWithSeconds = formatted({ dateStyle: 'medium', timeStyle: 'long' });

/** Time of day in a zone on the day of `now` there, else with the date. */
export function shortMomentIn(zone: string, at: Date, now: Date): string {
  const [day, today] = [at, now].map(formatted({ dateStyle: 'medium', timeZone: zone }));
  const date = day === today ? {} : ({ dateStyle: 'medium' } as const);
  return formatted({ ...date, timeStyle: 'short', timeZone: zone })(at);
}

/** Such as `Nov 30, 2026, 6:00 PM Europe/Berlin` and `(Nov 30, 2026, 5:00 PM UTC)`; one text for UTC. */
export function momentInZones(zone: string, at: Date): string[] {
  const [own, utc] = [zone, 'UTC'].map(
    (timeZone) =>
      `${formatted({ dateStyle: 'medium', timeStyle: 'short', timeZone })(at)} ${timeZone}`,
  ) as [string, string];
  return zone === 'UTC' ? [utc] : [own, `(${utc})`];
}

/** Such as `2026-11-21T10:32`, the value of a field of local date and time. */
export const localMinute = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * minute).toISOString().slice(0, 16);

/** Such as `Europe/Berlin`. */
export const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Such as `2 hours ago`. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / minute);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  if (minutes < 24 * 60) return `${counted(Math.floor(minutes / 60), 'hour')} ago`;
  return `${counted(Math.floor(minutes / (24 * 60)), 'day')} ago`;
}

/** Such as `10:32, 2 days ago`. */
export const momentInWords = (at: Date, now: Date): string => `${clock(at)}, ${ago(at, now)}`;
