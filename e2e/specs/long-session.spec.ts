import { connectProxy } from '../../electron/adapters/http/testing/connect-proxy.ts';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { makeCertificate } from '../fixtures/certificate.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { tracesIn, tracesInFiles } from '#test-support/traces.ts';
import { type RunningHost, startWebHost } from '../fixtures/web-host.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

const secrets = {
  token: 'canary-token-81d4c09be7',
  newToken: 'canary-newtoken-5cf1a2',
  password: 'canary-password-0f3b77d1',
  proxyPassword: 'canary-proxy-6ad29c41e0',
  passphrase: 'canary passphrase 9e12 b7',
};

test('a long session exposes no secret in window messages, the DOM, logs or files', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'reads the frames of the WebSocket');
  testInfo.setTimeout(150_000);
  const me = await makeCertificate({ name: 'hookdesk-ops' });
  const clientKey = me.key.split('\n').slice(1, -2).join('');
  const canaries = { ...secrets, clientKey: clientKey.slice(0, 40) };
  const guarded = await startInstallation('B', {
    users: { ops: secrets.password },
    tls: await makeCertificate({ name: 'monitor' }),
    asksForCertificate: me,
  });
  const plain = await startInstallation('A', { authToken: secrets.token });
  const proxy = await connectProxy({
    credentials: `Basic ${Buffer.from(`ops:${secrets.proxyPassword}`).toString('base64')}`,
  });
  await plain.fetch('POST', '', webhookBody('A', 'Ops'));
  // Without a keychain, the data folder holds a passphrase vault.
  const start = (): Promise<RunningHost> => startWebHost(dataFolder, noKeychain);

  const seen: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => seen.push(String(payload)));
  });
  page.on('console', (message) => seen.push(message.text()));
  const look = async (): Promise<void> => {
    seen.push(await page.content());
  };

  let host = await start();
  await page.goto(host.address);
  const hookdesk = new Hookdesk(page);
  const { dialog, list, editor, testSend, settings, vault, certificate, tokenBanner } = hookdesk;

  await vault.act('Select secret storage…');
  await vault.choosePassphrase(secrets.passphrase);

  await addGuarded(hookdesk, guarded, me, proxy.port);
  await expect(list.rows.first()).toBeVisible();
  expect(proxy.asked.length).toBeGreaterThan(0);
  await look();

  await hookdesk.addInstallation();
  await dialog.fill({ name: 'plain', ...plain });
  await dialog.test.click();
  await expect(dialog.steps).toContainText(['look like variant A']);
  await dialog.add.click();
  await list.open('Ops');
  await editor.name.fill('Ops of the long session');
  await editor.tab('Payload');
  await expect(editor.preview.body).toContainText('Database size');
  await editor.preview.test.click();
  await testSend.send.click();
  await expect(testSend.body).toBeVisible();
  await look();
  await page.keyboard.press('Escape');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(plain.writes().at(-1)?.headers['x-auth-token']).toBe(secrets.token);
  await editor.menu('Delete…');
  await hookdesk.deletion.confirm.click();

  await list.menu('Settings…');
  await expect(dialog.authToken).toHaveValue('');
  await dialog.authToken.fill(secrets.newToken);
  await dialog.save.click();
  await expect(tokenBanner.root).toBeVisible();
  await look();
  await tokenBanner.newToken.fill(secrets.token);
  await tokenBanner.goOn.click();
  await expect(tokenBanner.root).toBeHidden();

  await settings.open('Diagnostics');
  await expect(settings.panel('Diagnostics')).toContainText('Hookdesk');
  await look();
  await page.keyboard.press('Escape');
  await hookdesk.sidebar.menuOfAll('Export installations…');
  const exported = await hookdesk.export.save();
  expect(exported.text).toContain('guarded');
  seen.push(exported.text);

  await host.end();
  seen.push(host.output());
  host = await start();
  await page.goto(host.address);
  await vault.unlock('not the passphrase');
  await expect(vault.unlockScreen).toContainText('Wrong vault passphrase.');
  await vault.unlock(secrets.passphrase);
  await expect(vault.unlockScreen).toBeHidden();
  await hookdesk.installation('guarded').click();
  await expect(list.rows.first()).toBeVisible();
  await guarded.close();
  await list.readAgain.click();
  await expect(list.problem).toBeVisible();
  await look();
  await certificate.root.waitFor({ state: 'hidden' });
  await host.end();
  seen.push(host.output());
  await Promise.all([plain.close(), proxy[Symbol.asyncDispose]()]);

  expect(seen.length).toBeGreaterThan(40);
  expect(tracesIn(seen.join('\n'), canaries)).toEqual([]);
  const kept = tracesInFiles(dataFolder, canaries);
  expect(kept.files).toBeGreaterThan(1);
  expect(kept.traces).toEqual([]);
});

/** Adds an installation that needs a proxy password, a client certificate and a sign-in. */
async function addGuarded(
  { dialog, certificate, ...hookdesk }: Hookdesk,
  to: Installation,
  me: { cert: string; key: string },
  proxyPort: number,
): Promise<void> {
  await hookdesk.page
    .getByRole('button', { name: /^Add an installation/ })
    .first()
    .click();
  await dialog.fill({ name: 'guarded', baseUrl: to.baseUrl });
  await dialog.signInAs('ops', secrets.password);
  await dialog.section('Client certificate').click();
  await dialog.choose('Select the certificate…', { name: 'me.pem', text: me.cert });
  await dialog.choose('Select the private key…', { name: 'me.key', text: me.key });
  await dialog.section('Proxy').click();
  await dialog.radio('Custom').click();
  await dialog.root.getByLabel('Proxy address').fill(`http://127.0.0.1:${proxyPort}`);
  await dialog.root.getByLabel('Proxy user name').fill('ops');
  await dialog.root.getByLabel('Proxy password').fill(secrets.proxyPassword);
  await dialog.test.click();
  await dialog.lookAtCertificate.click();
  await certificate.trust.click();
  await expect(dialog.steps).toContainText(['look like variant B']);
  await dialog.add.click();
}
