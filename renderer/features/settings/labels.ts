import { JournalDays } from '#contract/settings.ts';
import type { LocksWith } from '#contract/vault.ts';

const usual = [1, 5, 15, 30, 60, 240, 480];

/** Includes `now`, even if it is unusual. */
export function autoLockOptions(now: number | null): { value: string; label: string }[] {
  const minutes = [...new Set([...usual, ...(now === null ? [] : [now])])].sort((a, b) => a - b);
  return [
    ...minutes.map((each) => ({
      value: String(each),
      label: `after ${inWords(each)} of inactivity`,
    })),
    { value: 'null', label: 'never' },
  ];
}

export function autoLockHint(locksWith: LocksWith): string {
  switch (locksWith) {
    case 'screen-and-sleep':
      return 'Also when the computer goes to sleep or reports a locked screen.';
    case 'sleep':
      return 'Also when the computer goes to sleep. This system does not report a locked screen.';
    case 'nothing':
      return 'A browser does not report a locked screen.';
  }
}

/** `null` for never. */
export const minutesOf = (value: string): number | null =>
  value === 'null' ? null : Number(value);

function inWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} min`;
  return `${minutes / 60} h`;
}

export const { minValue: fewestDays, maxValue: mostDays } = JournalDays;

/** `null` unless the text is a number of days for which History can be kept. */
export function daysOf(typed: string): number | null {
  const days = /^\s*\d+\s*$/.test(typed) ? JournalDays.safeParse(Number(typed)).data : undefined;
  return days ?? null;
}
