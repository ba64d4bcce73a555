import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/test.ts';
import { startWebHost } from '../fixtures/web-host.ts';

test('a damaged settings file is set aside, and the window says so', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'prepares the data folder of the web host');
  await writeFile(join(dataFolder, 'settings.json'), '{"connections": [{"id": ');
  const host = await startWebHost(dataFolder);
  await page.goto(host.address);
  const notice = page.getByText('About what was found in the data folder');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Understood' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  await host.end();
  const files = await readdir(dataFolder);
  expect(files.some((name) => name.startsWith('settings') && name !== 'settings.json')).toBe(true);
});
