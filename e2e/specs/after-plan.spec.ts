import { completeChromium } from '../fixtures/complete-chromium.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { recordNotifications } from '../fixtures/recorded-notifications.ts';
import { secondWindow } from '../fixtures/second-window.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test.use({
  permissions: ['notifications'],
  launchOptions: { ...completeChromium, chromiumSandbox: process.getuid?.() !== 0 },
});

interface Held {
  readonly name: string;
  readonly enabled: boolean;
}

test('a finished plan notifies, links its rows to History, and is undone with one action', async ({
  hookdesk,
}) => {
  const B = await startInstallation('B', { seed: 24 });
  const { page, list, plan, editor, history } = hookdesk;
  await hookdesk.connect('globex', B);
  const enabled = async (): Promise<string[]> =>
    ((await B.fetch('GET', '')) as Held[]).filter((each) => each.enabled).map(({ name }) => name);
  const before = await enabled();
  await list.grid.focus();
  await page.keyboard.press('Control+A');
  await list.changeChosen('Disable…');
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 200 });
  await expect(plan.run).toBeEnabled();
  await plan.atOnce(1);
  await plan.run.click();
  await plan.notifyMe.click();
  await expect(plan.notifyMe).toBeHidden();
  const notified = await recordNotifications(page);
  await B.fail();
  await expect(plan.end).toContainText('published and verified');
  await expect(plan.end).toBeFocused();
  await expect
    .poll(notified)
    .toEqual([
      { title: 'Plan ended on globex', body: expect.stringMatching(/^\d+ changes? published/) },
    ]);
  expect(await enabled()).toEqual([]);

  const row = plan.rows.filter({ hasText: 'Done' }).first();
  await row.click();
  await plan.viewInHistory.click();
  await expect(history.changes).toContainText('Enabled');
  await page.goBack();
  await plan.openWebhook.click();
  await expect(editor.enabled).not.toBeChecked();
  await page.goBack();

  await plan.undoAll.click();
  await expect(plan.run).toHaveText(`Undo ${before.length} changes on globex`);
  await plan.run.click();
  await expect(plan.end).toContainText(`${before.length} changes undone and verified`);
  expect((await enabled()).toSorted()).toEqual(before.toSorted());
  // Hookdesk remembers the first Notify me.
  await expect(plan.notifyMe).toBeHidden();
  await B.close();
});

test('a plan notifies at its end only while no window has the focus', async ({
  host,
  hookdesk: first,
  installations: { B },
}, testInfo) => {
  testInfo.skip(host !== 'web', 'the desktop has one window');
  const { list, page, plan, settings } = first;
  for (const name of ['Ops', 'Pager']) await B.fetch('POST', '', webhookBody('B', name));
  await first.connect('globex', B);
  await settings.open('Notifications');
  // The switch changes after the permission response of the browser.
  await settings.planNotifications.click();
  await expect(settings.planNotifications).toBeChecked();
  await page.keyboard.press('Escape');
  const second = await secondWindow(first);
  const notified = await recordNotifications(page);
  const disable = async (name: string): Promise<void> => {
    await list.tick(name).check();
    await list.changeChosen('Disable…');
    await plan.run.click();
    await expect(plan.end).toContainText('1 change published and verified');
  };

  await disable('Ops');
  // Longer than the window waits for responses of other windows.
  await page.waitForTimeout(600);
  expect(await notified()).toEqual([]);
  await second.page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await first.installation('globex').click();
  await list.tick('Ops').uncheck();
  await disable('Pager');
  await expect.poll(notified).toHaveLength(1);
});
