import { JournalDays } from '#contract/settings.ts';

export const { minValue: fewestDays, maxValue: mostDays } = JournalDays;

export function daysOf(typed: string): number | null {
  const days = /^\s*\d+\s*$/.test(typed) ? JournalDays.safeParse(Number(typed)).data : undefined;
  return days ?? null;
}
