import { connectProxy } from '../../electron/adapters/http/testing/connect-proxy.ts';
import type { DesktopApplication } from '../fixtures/desktop-application.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

/** A name that only the proxy resolves: requests to this machine never use the system's proxy. */
const hostName = 'hooks.acme.test';

/** These variables decide before the system does. */
const noProxyVariables = { http_proxy: '', https_proxy: '', HTTP_PROXY: '', HTTPS_PROXY: '' };

/** Sets the proxy script of the system. It answers `result` for the installation, and `DIRECT` otherwise. */
async function answerWith(application: DesktopApplication, result: string): Promise<void> {
  const script = `function FindProxyForURL(url, host) {
    return host === '${hostName}' ? '${result}' : 'DIRECT';
  }`;
  const encoded = Buffer.from(script).toString('base64');
  await application.evaluate(({ app }, { pacScript = '' }) => app.setProxy({ pacScript }), {
    pacScript: `data:application/x-ns-proxy-autoconfig;base64,${encoded}`,
  });
}

test('an installation behind the system’s proxy is read through it, and only through it', async ({
  startDesktop,
  installations: { B },
}) => {
  await using proxy = await connectProxy();
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  const application = await startDesktop(noProxyVariables);
  const hookdesk = new Hookdesk(application.window);
  const { dialog, list } = hookdesk;
  const { port } = new URL(B.baseUrl);
  const baseUrl = `http://${hostName}:${port}`;

  await answerWith(application, `PROXY 127.0.0.1:${proxy.port}`);
  await hookdesk.isThere();
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...B, baseUrl });
  await dialog.add.click();
  await dialog.sendOverPlainHttp.click();
  await expect(list.root.getByText('Ops chat')).toBeVisible();
  expect(new Set(proxy.asked.map(({ request }) => request))).toEqual(
    new Set([`CONNECT ${hostName}:${port}`]),
  );

  const read = B.received.length;
  await answerWith(application, 'DIRECT');
  await list.readAgain.click();
  await expect(list.problem).toContainText(`DNS lookup for ${hostName}:${port} failed`);

  await answerWith(application, `SOCKS5 127.0.0.1:${proxy.port}`);
  await list.readAgain.click();
  await expect(list.problem).toContainText('This computer names no HTTP proxy');
  expect(B.received).toHaveLength(read);

  await answerWith(application, `PROXY 127.0.0.1:${proxy.port}; DIRECT`);
  await list.readAgain.click();
  await expect(list.problem).toBeHidden();
  expect(B.received.length).toBeGreaterThan(read);
  await application.close();
});
