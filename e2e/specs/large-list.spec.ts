import { expect, test } from '../fixtures/test.ts';
import { startInstallation } from '../fixtures/installation.ts';

test('a list of 10,000 webhooks: all are there, few are in the page, filter and keys work', async ({
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
