import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aPause } from '../../shared/pauses/testing/pause-fixture.ts';
import { FakeNotifier } from '../../shared/testing/notifier.fake.ts';
import { FakePreferences } from '../../shared/testing/preferences.fake.ts';
import { PauseNotifications } from './pause-notifications.ts';

const minute = 60_000;
const start = new Date('2026-11-26T08:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * minute);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

async function scene(isWished = true) {
  const notifier = new FakeNotifier();
  const vault = { isLocked: false };
  const notifications = new PauseNotifications({
    notifier,
    preferences: new FakePreferences(),
    isLocked: () => vault.isLocked,
    onclick: () => undefined,
  });
  if (isWished) await notifications.choose(true);
  /** What was shown since the last call. */
  const shown = (): string[] =>
    notifier.shown
      .splice(0)
      .map(({ title, text }) => `${title.replace(/ at .*/, ' at …')} ${text}`);
  return { notifier, vault, notifications, shown };
}

it('is off at first', async () => {
  const { notifications, shown } = await scene(false);
  await notifications.note([aPause({ until: at(5) })]);
  expect(shown()).toEqual([]);
});

it('tells ten minutes before the end, and then that the pause is over', async () => {
  const { notifications, shown } = await scene();
  const pause = aPause({ until: at(60), resumesItself: true });
  await notifications.note([pause]);
  await vi.advanceTimersByTimeAsync(49 * minute);
  expect(shown()).toEqual([]);
  await vi.advanceTimersByTimeAsync(minute);
  expect(shown()).toEqual(['A pause ends at … Hookdesk resumes 2 webhooks.']);
  await notifications.note([pause]);
  await vi.advanceTimersByTimeAsync(20 * minute);
  expect(shown()).toEqual([]);
  await notifications.note([]);
  expect(shown()).toEqual(['A pause is over It was of 3 webhooks.']);
});

it('tells before the end again when the end moves', async () => {
  const { notifications, shown } = await scene();
  await notifications.note([aPause({ until: at(5) })]);
  await notifications.note([aPause({ until: at(8) })]);
  const told = 'A pause ends at … Nothing resumes by itself: 2 webhooks.';
  expect(shown()).toEqual([told, told]);
});

it('tells before and after a beginning, and that a pause is overdue', async () => {
  const { notifications, shown } = await scene();
  const webhooks = [
    { id: 1, digest: 'a', name: 'Chat' },
    { id: 2, digest: 'b', name: 'Pager' },
  ];
  const selection = [{ connectionId: 'c1', webhooks }];
  const times = { from: at(30), until: at(120) };
  const scheduled = aPause({ ...times, status: 'scheduled', selection, webhooks: [] });
  await notifications.note([scheduled]);
  await vi.advanceTimersByTimeAsync(20 * minute);
  expect(shown()).toEqual(['A pause begins at … It is of 2 webhooks.']);
  await notifications.note([aPause(times)]);
  expect(shown()).toEqual(['A pause began It is of 2 webhooks.']);
  await notifications.note([aPause({ ...times, status: 'overdue' })]);
  expect(shown()).toEqual(['A pause is overdue It still disables 2 webhooks.']);
  await notifications.note([scheduled]);
  await notifications.note([{ ...scheduled, status: 'missed' }]);
  expect(shown()).toEqual(['A pause did not begin It is of 2 webhooks.']);
});

it('does not take a pause that cannot be read for one that is over', async () => {
  const { notifications, shown, vault } = await scene();
  const pause = aPause({ until: at(60), resumesItself: true });
  await notifications.note([pause]);
  vault.isLocked = true;
  await notifications.note(null);
  await vi.advanceTimersByTimeAsync(50 * minute);
  expect(shown()).toEqual([
    'A pause ends at … Hookdesk is locked, and can send nothing then. Unlock it.',
  ]);
  await notifications.note([pause]);
  expect(shown()).toEqual([]);
});

it('says nothing of a scheduled pause that a person removed, nor of pauses found at the start', async () => {
  const { notifications, shown } = await scene();
  await notifications.note([aPause({ status: 'overdue' })]);
  await notifications.note([
    aPause({ status: 'overdue' }),
    aPause({ id: 'p2', status: 'scheduled', from: at(60) }),
  ]);
  await notifications.note([aPause({ status: 'overdue' })]);
  expect(shown()).toEqual([]);
});
