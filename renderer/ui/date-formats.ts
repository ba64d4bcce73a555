/** Dates and times in the system's language and clock; the only formats of the window. */
const formats = {
  clock: new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }),
  clockWithSeconds: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }),
  date: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }),
  moment: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  momentWithSeconds: new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }),
};

/** Such as `2026-11-21T10:32`, the value of a field of local date and time. */
export const localMinute = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export const clock = (at: Date): string => formats.clock.format(at);
export const clockWithSeconds = (at: Date): string => formats.clockWithSeconds.format(at);
export const dateOf = (at: Date): string => formats.date.format(at);
/** With the day of the week. */
export const dayOf = (at: Date): string => formats.day.format(at);
export const momentOf = (at: Date): string => formats.moment.format(at);
export const momentWithSeconds = (at: Date): string => formats.momentWithSeconds.format(at);
