import { completeChromium } from '../fixtures/complete-chromium.ts';
import { recordNotifications } from '../fixtures/recorded-notifications.ts';
import { pauseShortly } from '../fixtures/scheduled-pauses.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['notifications'],
  launchOptions: { ...completeChromium, chromiumSandbox: process.getuid?.() !== 0 },
});

test('notifies before and after a pause while Hookdesk is in the background, if that is wished', async ({
  hookdesk,
  installations: { B },
  host,
}, testInfo) => {
  testInfo.skip(host !== 'web', 'schedules a pause through the web host');
  const { page, settings } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await settings.open('Notifications');
  await expect(settings.pauseNotifications).not.toBeChecked();
  await settings.pauseNotifications.click();
  await expect(settings.pauseNotifications).toBeChecked();
  await page.keyboard.press('Escape');
  const notified = await recordNotifications(page);
  await pauseShortly(page, 'Zulu');
  await expect
    .poll(async () => (await notified()).map(({ title }) => title.replace(/ at .*/, '')))
    .toEqual(['A pause began', 'A pause ends', 'A pause is overdue']);
  expect(JSON.stringify(await notified())).not.toMatch(/Zulu|acme|gateway/);
});
