import { changeThree, watchCurrent } from '../fixtures/changes-by-others.ts';
import { completeChromium } from '../fixtures/complete-chromium.ts';
import { recordNotifications } from '../fixtures/recorded-notifications.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['notifications'],
  launchOptions: { ...completeChromium, chromiumSandbox: process.getuid?.() !== 0 },
});

test('notifies of a round while Hookdesk is in the background, if that is wished', async ({
  hookdesk,
  installations: { B },
}) => {
  const { changes, page, settings } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await watchCurrent(hookdesk);
  await settings.open('Notifications');
  await expect(settings.changeNotifications).not.toBeChecked();
  await settings.changeNotifications.click();
  await expect(settings.changeNotifications).toBeChecked();
  await page.keyboard.press('Escape');
  await changes.entry.click();
  const notified = await recordNotifications(page);
  await changeThree(B);
  await changes.refresh.click();
  await expect
    .poll(notified)
    .toEqual([{ title: 'Changes by others', body: '3 webhooks changed on acme' }]);
});
