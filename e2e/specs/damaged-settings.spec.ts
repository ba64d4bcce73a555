import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/test.ts';
import { startWebHost } from '../fixtures/web-host.ts';

test('a damaged settings file is renamed, and the window shows a notice', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'prepares the data folder of the web host');
  await writeFile(join(dataFolder, 'settings.json'), '{"connections": [{"id": ');
  const host = await startWebHost(dataFolder);
  await page.goto(host.address);
  const notice = page.getByText('Problems in the data folder');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  await host.end();
  const files = await readdir(dataFolder);
  expect(files.some((name) => name.startsWith('settings.damaged-'))).toBe(true);
});

const acme = {
  id: '8d0f3f0e-7f4b-4f0c-8a2e-3f3f0f5c7a11',
  name: 'acme-prod',
  baseUrl: 'http://127.0.0.1:9',
  variant: 'B',
  apiRoot: '/api/v14',
  authentication: 'none',
  environment: 'test',
  readOnly: false,
  practice: false,
};

for (const [what, text] of [
  ['damaged', '{"version": 1, "connections": [{"id": '],
  ['gone', null],
] as const) {
  test(`a settings file that is ${what} is restored from its copy, with a notice`, async ({
    page,
    dataFolder,
  }, testInfo) => {
    testInfo.skip(testInfo.project.name !== 'web', 'prepares the data folder of the web host');
    const copy = JSON.stringify({ connections: [acme], settings: {} });
    await writeFile(join(dataFolder, 'settings.previous.json'), copy);
    if (text !== null) await writeFile(join(dataFolder, 'settings.json'), text);
    const host = await startWebHost(dataFolder);
    await page.goto(host.address);
    await expect(page.getByText('Hookdesk restored its copy', { exact: false })).toBeVisible();
    await expect(page.getByText('acme-prod').first()).toBeVisible();
    await host.end();
    const restored = await readFile(join(dataFolder, 'settings.json'), 'utf8');
    expect(JSON.parse(restored)).toMatchObject({
      version: 1,
      connections: [{ name: 'acme-prod' }],
    });
  });
}

test('a settings file of a newer Hookdesk stays unchanged, and the window shows a notice', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'prepares the data folder of the web host');
  const newer = JSON.stringify({ version: 999, connections: 'all different' });
  await writeFile(join(dataFolder, 'settings.json'), newer);
  const host = await startWebHost(dataFolder);
  await page.goto(host.address);
  await expect(
    page.getByText('was written by a newer version of Hookdesk', { exact: false }),
  ).toBeVisible();
  await host.end();
  expect(await readFile(join(dataFolder, 'settings.json'), 'utf8')).toBe(newer);
});
