import { expect, it } from 'vitest';
import { autoLockHint, autoLockOptions, minutesOf } from './labels.ts';

it('offers what is set now, among the usual times and never', () => {
  const labels = autoLockOptions(45).map(({ label }) => label);
  expect(labels.slice(2, 6)).toEqual([
    'after 15 min without use',
    'after 30 min without use',
    'after 45 min without use',
    'after 1 h without use',
  ]);
  expect(labels.at(-1)).toBe('never');
  expect(autoLockOptions(30)).toHaveLength(autoLockOptions(null).length);
});

it('promises a locked screen only where the host reports it', () => {
  expect(autoLockHint('screen-and-sleep')).toContain('or reports a locked screen');
  expect(autoLockHint('sleep')).toMatch(/goes to sleep\. Hookdesk is not told when the screen/);
  expect(autoLockHint('nothing')).not.toContain('sleep');
});

it('stands for the minutes that it says', () => {
  expect(autoLockOptions(null).map(({ value }) => minutesOf(value))).toEqual([
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
