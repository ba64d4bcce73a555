import type { LocksWith } from '#contract/vault.ts';

const usualMinutes = [1, 5, 15, 30, 60, 240, 480];
const never = 'null';

/** Includes `current`, in minutes, even if it is unusual. */
export function autoLockOptions(current: number | null): { value: string; label: string }[] {
  const all = new Set([...usualMinutes, ...(current === null ? [] : [current])]);
  return [
    ...[...all]
      .sort((a, b) => a - b)
      .map((minutes) => ({
        value: autoLockValue(minutes),
        label: `after ${inWords(minutes)} of inactivity`,
      })),
    { value: never, label: 'never' },
  ];
}

/** The option for these minutes; `null` for never. */
export const autoLockValue = (minutes: number | null): string =>
  minutes === null ? never : String(minutes);

/** The minutes of an option; `null` for never. */
export const autoLockMinutes = (value: string): number | null =>
  value === never ? null : Number(value);

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

function inWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} min`;
  return `${minutes / 60} h`;
}
