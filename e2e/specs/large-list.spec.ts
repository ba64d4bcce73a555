import { expect, test } from '../fixtures/test.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('a list of 10,000 webhooks renders few rows, and keys and filter reach all of them', async ({
  hookdesk,
}) => {
  const installation = await startInstallation('B', { seed: 10_000 });
  await hookdesk.connect('big', installation);
  const { list, page } = hookdesk;
  await expect.poll(() => list.count()).toBe(10_000);
  expect(await list.rows.count()).toBeLessThan(100);

  await list.grid.focus();
  await page.keyboard.press('End');
  await expect(list.grid.locator('[aria-rowindex="10001"]')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(list.grid.locator('[aria-rowindex="2"]')).toBeVisible();

  await list.filter.fill('slack');
  await expect.poll(() => list.count()).toBeLessThan(10_000);
  expect(await list.count()).toBeGreaterThan(0);
  await installation.close();
});

test('fast key presses reach the right row of a file and of its import plan', async ({
  hookdesk,
}) => {
  const installation = await startInstallation('B', { seed: 1 });
  await hookdesk.connect('small', installation);
  const { bundle, page, plan } = hookdesk;
  const { keyboard } = page;
  const list = Array.from({ length: 300 }, (_, at) => webhookBody('B', `Ops ${at}`));
  await bundle.drop('many.json', JSON.stringify(list));

  await bundle.fileTick('Ops 0').focus();
  for (let presses = 0; presses < 12; presses += 1) await keyboard.press('PageDown');
  await keyboard.press('End');
  await keyboard.press('Home');
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await expect(bundle.fileTick('Ops 298')).toBeFocused();
  await keyboard.press('Space');
  await expect(bundle.fileTick('Ops 298')).not.toBeChecked();

  await bundle.target('small').check();
  await bundle.seePlan.click();
  await plan.row('Ops 0').click();
  for (let presses = 0; presses < 12; presses += 1) await keyboard.press('PageDown');
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await expect(plan.row('Ops 297')).toBeFocused();
  await keyboard.press('Space');
  await expect(plan.tick('Create Ops 297')).not.toBeChecked();
  await installation.close();
});
