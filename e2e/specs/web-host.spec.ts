import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { root } from '../fixtures/places.ts';
import { expect, test } from '../fixtures/test.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { BundleImport } from '../pages/bundle-import.ts';

test.beforeEach(({}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'about the web host');
});

test('a wrong key shows why the window stays empty', async ({ page, webHost }) => {
  await page.goto(webHost.address.replace(/key=.*/, 'key=not-the-key'));
  await expect(page.getByText('Hookdesk cannot be reached from this window')).toBeVisible();
});

test('the key works once; a reload of the window that used it goes on', async ({
  page,
  webHost,
  browser,
}) => {
  await page.goto(webHost.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  expect(page.url()).not.toContain('key');
  await page.reload();
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(webHost.address);
  await expect(second.getByText('Hookdesk cannot be reached from this window')).toBeVisible();
  await other.close();
});

test('files that it was asked to open are shown, once', async ({ page, dataFolder }) => {
  const sample = join(root, 'resources/bundles/slack.hookdesk.json');
  const host = await startWebHost(dataFolder, {}, ['--open', sample, '--open', '/no/such.json']);
  try {
    await page.goto(host.address);
    const { file, fileRows } = new BundleImport(page);
    await expect(page.getByText('There is no such file.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to it' }).click();
    await expect(file).toContainText('slack.hookdesk.json');
    await expect(fileRows).toHaveCount(1);
    await page.reload();
    await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  } finally {
    await host.end();
  }
});

test('a foreign page and a rebound host get nothing', async ({ page, webHost }) => {
  await page.goto(webHost.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const cookie = `${cookies[0]?.name}=${cookies[0]?.value}`;
  const { port, origin } = new URL(webHost.address);
  const upgrade = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port,
        path: '/rpc',
        headers: {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      });
      request.on('response', (response) => {
        resolve(response.statusCode ?? 0);
      });
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.end();
    });
  expect(await upgrade({ Cookie: cookie, Origin: origin })).toBe(101);
  expect(await upgrade({ Cookie: cookie, Origin: 'https://evil.example' })).toBe(403);
  expect(await upgrade({ Cookie: cookie, Origin: origin, Host: `evil.example:${port}` })).toBe(403);
  expect(await upgrade({ Origin: origin })).toBe(403);
});
