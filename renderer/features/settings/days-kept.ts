import { JournalDays } from '#contract/settings.ts';

export const { minValue: fewestDays, maxValue: mostDays } = JournalDays;

/** The days that a person typed; `null` where they are no whole number in the range. */
export function daysOf(typed: string): number | null {
  const days = /^\s*\d+\s*$/.test(typed) ? JournalDays.safeParse(Number(typed)).data : undefined;
  return days ?? null;
}
