import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { writeBrowserPage } from '../../electron/adapters/browser/open-browser.ts';
import { root } from '../fixtures/root.ts';
import { expect, test } from '../fixtures/test.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { KeyPage } from '../pages/key-page.ts';
import { BundleImport } from '../pages/bundle-import.ts';

// Some tests check cookies and storage, or add scripts to the context.
test.use({ ownContext: true });

test.beforeEach(({}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'about the web host');
});

test('a wrong key shows why the window stays empty', async ({ page, webHost }) => {
  await page.goto(webHost.address.replace(/key=.*/, 'key=not-the-key'));
  await expect(page.getByText('This address has been used already')).toBeVisible();
});

for (const [what, entered] of [
  ['the address', (address: string) => address],
  ['the code alone', (address: string) => ` ${address.split('key=')[1] ?? ''} `],
] as const) {
  test(`a window without a key says where it is, and accepts ${what}`, async ({
    page,
    webHost,
  }) => {
    const { printedAddress, openHookdesk } = new KeyPage(page);
    await page.goto(new URL(webHost.address).origin);
    await expect(page.getByText('in the terminal where you started Hookdesk')).toBeVisible();
    await printedAddress.fill('key=not-the-key');
    await openHookdesk.click();
    await expect(page.getByText('This address has been used already')).toBeVisible();
    await printedAddress.fill(entered(webHost.address));
    await openHookdesk.click();
    await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
    expect(page.url()).not.toContain('key');
  });
}

test('a page file with the key opens the window, and leaves no key behind', async ({
  page,
  webHost,
  dataFolder,
}) => {
  const { path } = writeBrowserPage(dataFolder, webHost.address);
  await page.goto(pathToFileURL(path).href);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  expect(page.url()).not.toContain('key');
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain('key');
});

test('accepts the key once, and a reload of its window keeps the session', async ({
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
  await expect(second.getByText('This address has been used already')).toBeVisible();
  await other.close();
});

test('shows the files of --open once', async ({ page, dataFolder }) => {
  const sample = join(root, 'resources/bundles/slack.hookdesk.json');
  const host = await startWebHost(dataFolder, {}, ['--open', sample, '--open', '/no/such.json']);
  try {
    await page.goto(host.address);
    const { file, fileRows } = new BundleImport(page);
    await expect(page.getByText('The file does not exist.')).toBeVisible();
    await expect(file).toContainText('slack.hookdesk.json');
    await expect(fileRows).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Bundles', exact: true })).toBeVisible();
    await expect(fileRows).toHaveCount(0);
  } finally {
    await host.end();
  }
});

test('refuses the WebSocket of a foreign origin or a rebound host', async ({ page, webHost }) => {
  await page.goto(webHost.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  const { port, origin } = new URL(webHost.address);
  const protocols = { 'Sec-WebSocket-Protocol': `hookdesk, hookdesk.${await secretOf(page)}` };
  const upgrade = (headers: Record<string, string>): Promise<number> =>
    upgradeStatus(port, headers);
  expect(await upgrade({ ...protocols, Origin: origin })).toBe(101);
  expect(await upgrade({ ...protocols, Origin: 'https://evil.example' })).toBe(403);
  const rebound = `evil.example:${port}`;
  expect(await upgrade({ ...protocols, Origin: origin, Host: rebound })).toBe(403);
  expect(await upgrade({ Origin: origin })).toBe(403);
});

test('another local server in the same browser gets no secret and no access', async ({
  page,
  webHost,
}) => {
  await page.goto(webHost.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  const { port, origin, host } = new URL(webHost.address);
  const secret = await secretOf(page);

  const received: IncomingHttpHeaders[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers);
    response.setHeader('content-type', 'text/html').end('<title>other</title>');
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const otherPort = typeof address === 'object' ? address?.port : null;
  const visitor = await page.context().newPage();
  await visitor.goto(`http://127.0.0.1:${otherPort}/`);
  await expect(visitor).toHaveTitle('other');

  expect(await page.context().cookies()).toEqual([]);
  expect(JSON.stringify(received)).not.toContain(secret);
  expect(received.map(({ cookie }) => cookie)).not.toContainEqual(expect.anything());
  expect(await upgradeStatus(port, { Origin: origin })).toBe(403);
  const seen = await visitor.evaluate(async (target) => {
    const answer = (path: string): Promise<string> =>
      fetch(`http://${target}${path}`, { credentials: 'include' }).then(
        (response) => response.text(),
        () => 'refused',
      );
    const socket = (): Promise<string> =>
      new Promise((resolve) => {
        const opening = new WebSocket(`ws://${target}/rpc`, 'hookdesk');
        opening.onopen = () => {
          resolve('open');
        };
        opening.onerror = () => {
          resolve('refused');
        };
      });
    const stored = localStorage.length;
    return {
      stored,
      session: await answer('/session'),
      page: await answer('/'),
      rpc: await socket(),
    };
  }, host);
  expect(seen).toEqual({ stored: 0, session: 'refused', page: 'refused', rpc: 'refused' });
  other.close();
});

test('two tabs that open the address together both load, and a third loads without the key', async ({
  page,
  webHost,
}) => {
  const second = await page.context().newPage();
  await Promise.all([page.goto(webHost.address), second.goto(webHost.address)]);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  await expect(second.getByText('Welcome to Hookdesk')).toBeVisible();
  const third = await page.context().newPage();
  await third.goto(new URL(webHost.address).origin);
  await expect(third.getByText('Welcome to Hookdesk')).toBeVisible();
});

test('a tab over the limit shows why, and loads once another closes', async ({ page, webHost }) => {
  await page.goto(webHost.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  const { origin, host } = new URL(webHost.address);
  const others = await page.context().newPage();
  await others.goto(origin);
  await expect(others.getByText('Welcome to Hookdesk')).toBeVisible();
  // Together with the two windows, this reaches the limit of 32.
  await others.evaluate(
    async ({ target, secret }) => {
      for (let nth = 0; nth < 30; nth += 1) {
        const socket = new WebSocket(`ws://${target}/rpc`, ['hookdesk', `hookdesk.${secret}`]);
        await new Promise((resolve) => {
          socket.onopen = resolve;
        });
      }
    },
    { target: host, secret: await secretOf(page) },
  );
  const further = await page.context().newPage();
  await further.goto(origin);
  await expect(further.getByText('Hookdesk is open in too many tabs')).toBeVisible();
  await others.close();
  await expect(async () => {
    await further.reload();
    await expect(further.getByText('Welcome to Hookdesk')).toBeVisible();
  }).toPass();
});

test('refuses and removes the secret of an earlier start, and shows why', async ({
  page,
  dataFolder,
}) => {
  const first = await startWebHost(dataFolder);
  await page.goto(first.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  const stale = await secretOf(page);
  const { port } = new URL(first.address);
  await first.end();

  const next = await startWebHost(dataFolder, {}, ['--port', port]);
  await page.reload();
  await expect(page.getByText('it is from an earlier start')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goto(next.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  expect(await secretOf(page)).not.toBe(stale);
  expect(page.url()).toBe(`${new URL(next.address).origin}/#/installation`);
  expect(next.output()).not.toContain(await secretOf(page));
  expect(await page.content()).not.toContain(await secretOf(page));
  await next.end();
});

test('without browser storage, one tab works, and a reload shows what to do', async ({
  page,
  webHost,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto(webHost.address);
  await expect(page.getByText('Welcome to Hookdesk')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Allow this page to store data')).toBeVisible();
});

test('refuses localhost and shows the address to open', async ({ page, webHost }) => {
  const { port, origin } = new URL(webHost.address);
  const answer = await page.goto(`http://localhost:${port}/`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByText(`it starts with ${origin}/`)).toBeVisible();
});

/** The session secret that the page stores. */
async function secretOf(page: Page): Promise<string> {
  const secret = await page.evaluate(() => localStorage.getItem('hookdesk.session'));
  if (secret === null) throw new Error('The page has stored no secret.');
  return secret;
}

/** The HTTP status of the response to a WebSocket upgrade. */
function upgradeStatus(port: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
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
}
