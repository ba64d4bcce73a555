import { expect, it } from 'vitest';
import { FakeNotifier } from '../../shared/testing/notifier.fake.ts';
import { FakePreferences } from '../../shared/testing/preferences.fake.ts';
import { ChangeNotifications } from './change-notifications.ts';

function scene() {
  const notifier = new FakeNotifier();
  const preferences = new FakePreferences();
  const vault = { isLocked: false };
  const notifications = new ChangeNotifications({
    notifier,
    preferences,
    isLocked: () => vault.isLocked,
    nameOf: (id) => (id === 'c1' ? 'acme' : 'globex'),
  });
  return { notifier, preferences, vault, notifications };
}

const found = {
  round: 1,
  byInstallation: [
    { connectionId: 'c1', count: 3 },
    { connectionId: 'c2', count: 1 },
  ],
};

it('is off at first, and stays off without permission', async () => {
  const { notifications, notifier } = scene();
  await notifications.noteFound(found, () => undefined);
  expect(notifier.shown).toEqual([]);
  notifier.answer = 'denied';
  await notifications.choose(true);
  expect(notifications.isOn).toBe(false);
  expect(notifications.isBlocked).toBe(true);
});

it('says how many webhooks changed where, only while no window is in front', async () => {
  const { notifications, notifier } = scene();
  await notifications.choose(true);
  notifier.inFront = true;
  await notifications.noteFound(found, () => undefined);
  expect(notifier.shown).toEqual([]);
  notifier.inFront = false;
  let clicks = 0;
  await notifications.noteFound(found, () => (clicks += 1));
  expect(notifier.shown).toMatchObject([
    { title: 'Changes by others', text: '4 webhooks changed on acme and globex' },
  ]);
  notifier.shown[0]?.onclick();
  expect(clicks).toBe(1);
});

it('names no installation while the vault is locked', async () => {
  const { notifications, notifier, vault } = scene();
  await notifications.choose(true);
  vault.isLocked = true;
  await notifications.noteFound(found, () => undefined);
  expect(notifier.shown).toMatchObject([{ text: '4 webhooks changed on 2 installations' }]);
  expect(JSON.stringify(notifier.shown)).not.toMatch(/acme|globex/);
});
