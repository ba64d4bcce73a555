/** The days that somebody typed; `null` for what is no whole number from 1 to 3650. */
export function daysOf(typed: string): number | null {
  const days = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0;
  return days >= 1 && days <= 3_650 ? days : null;
}
