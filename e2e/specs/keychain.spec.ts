import { expect, test } from '../fixtures/test.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

const keychainHere =
  process.platform !== 'linux' || process.env.DBUS_SESSION_BUS_ADDRESS !== undefined;

test.beforeEach(({}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'starts the web host twice');
});

test('with a keychain, an installation needs no token again after a restart', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(!keychainHere, 'there is no keychain in this session');
  const installation = await startInstallation('A');
  const first = await startWebHost(dataFolder);
  await page.goto(first.address);
  const hookdesk = new Hookdesk(page);
  await hookdesk.connect('acme', installation);
  await expect(page.getByText('kept in memory only')).toBeHidden();
  await first.end();

  const second = await startWebHost(dataFolder);
  await page.goto(second.address);
  await expect(hookdesk.list.rows.first()).toBeVisible();
  expect(installation.received.at(-1)?.headers['x-auth-token']).toBe(installation.authToken);
  await second.end();
  await installation.close();
});

test('without one, a banner says so, and the token is asked for after a restart', async ({
  page,
  dataFolder,
}) => {
  const noSession = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/hookdesk-test' };
  test.skip(process.platform !== 'linux', 'the keychain cannot be taken away here');
  const installation = await startInstallation('A');
  const first = await startWebHost(dataFolder, noSession);
  await page.goto(first.address);
  const hookdesk = new Hookdesk(page);
  await expect(page.getByText('Secrets cannot be kept or read now.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep them in memory only' }).click();
  await expect(page.getByText('Secrets are kept in memory only')).toBeVisible();
  await hookdesk.connect('acme', installation);
  await first.end();

  const second = await startWebHost(dataFolder, noSession);
  await page.goto(second.address);
  await expect(hookdesk.list.problem).toContainText('No auth token is kept for acme');
  await hookdesk.list.root.getByRole('button', { name: 'Settings of the installation…' }).click();
  await hookdesk.dialog.fill({ authToken: installation.authToken });
  await hookdesk.dialog.save.click();
  await expect(hookdesk.list.rows.first()).toBeVisible();
  await second.end();
  await installation.close();
});
