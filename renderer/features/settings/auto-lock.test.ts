import { expect, it } from 'vitest';
import { autoLockHint, autoLockMinutes, autoLockOptions } from './auto-lock.ts';

it('offers the current value among the usual times and never', () => {
  const labels = autoLockOptions(45).map(({ label }) => label);
  expect(labels.slice(2, 6)).toEqual([
    'after 15 min of inactivity',
    'after 30 min of inactivity',
    'after 45 min of inactivity',
    'after 1 h of inactivity',
  ]);
  expect(labels.at(-1)).toBe('never');
  expect(autoLockOptions(30)).toHaveLength(autoLockOptions(null).length);
});

it('promises to lock with the screen only if the host reports a locked screen', () => {
  expect(autoLockHint('screen-and-sleep')).toContain('or reports a locked screen');
  expect(autoLockHint('sleep')).toMatch(
    /goes to sleep\. This system does not report a locked screen/,
  );
  expect(autoLockHint('nothing')).not.toContain('sleep');
});

it('converts each option to its minutes', () => {
  expect(autoLockOptions(null).map(({ value }) => autoLockMinutes(value))).toEqual([
    1,
    5,
    15,
    30,
    60,
    240,
    480,
    null,
  ]);
});
