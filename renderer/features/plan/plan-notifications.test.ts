import { expect, it } from 'vitest';
import { PlanNotifications } from './plan-notifications.ts';
import { countOutcomes } from '#domain/publishing/row-results.ts';
import { aPlanState, aResult } from './testing/a-plan.ts';
import { FakeNotifier } from '../../shared/testing/notifier.fake.ts';
import { FakePreferences } from '../../shared/testing/preferences.fake.ts';

function scene() {
  const notifier = new FakeNotifier();
  const preferences = new FakePreferences();
  const vault = { isLocked: false };
  const notifications = new PlanNotifications(notifier, preferences, () => vault.isLocked);
  return { notifier, preferences, vault, notifications };
}

const results = [aResult('a'), { ...aResult('b'), outcome: 'failed' as const }];
const ended = {
  work: 'published' as const,
  planId: 'p-1',
  left: 0,
  leftOut: [],
  resumedAt: null,
  run: {
    counts: countOutcomes(results),
    state: aPlanState({ status: 'ended', connectionNames: ['acme', 'globex'] }),
  },
};

it('asks once, for a plan of 20 rows or more', async () => {
  const { notifications, preferences } = scene();
  expect(notifications.asksFor({ run: { total: 19 } })).toBe(false);
  expect(notifications.asksFor({ run: { total: 20 } })).toBe(true);
  await notifications.choose(false);
  expect(preferences.settings.planNotifications).toBe('off');
  expect(notifications.asksFor({ run: { total: 20 } })).toBe(false);
});

it('does not ask if notifications are blocked or unsupported', () => {
  const { notifications, notifier } = scene();
  for (const state of ['denied', 'unsupported'] as const) {
    notifier.state = state;
    expect(notifications.asksFor({ run: { total: 100 } })).toBe(false);
  }
});

it('stays off if the browser denies permission', async () => {
  const { notifications, notifier, preferences } = scene();
  notifier.answer = 'denied';
  await notifications.choose(true);
  expect(preferences.settings.planNotifications).toBe('off');
  expect(notifications.isOn).toBe(false);
});

it('names no installation while the vault is locked', async () => {
  const { notifications, notifier, vault } = scene();
  await notifications.choose(true);
  vault.isLocked = true;
  await notifications.noteEnd(ended, () => undefined);
  expect(notifier.shown).toMatchObject([{ title: 'Plan ended' }]);
  expect(JSON.stringify(notifier.shown)).not.toMatch(/acme|globex/);
});

it('shows installations and counts only while the window is in the background', async () => {
  const { notifications, notifier } = scene();
  let clicks = 0;
  const note = (): Promise<void> => notifications.noteEnd(ended, () => (clicks += 1));
  await note();
  await notifications.choose(true);
  notifier.inFront = true;
  await note();
  expect(notifier.shown).toEqual([]);
  notifier.inFront = false;
  await note();
  expect(notifier.shown).toMatchObject([
    {
      title: 'Plan ended on acme and globex',
      text: '1 change published and verified, 1 failed',
      tag: 'p-1',
    },
  ]);
  notifier.shown[0]?.onclick();
  expect(clicks).toBe(1);
});
