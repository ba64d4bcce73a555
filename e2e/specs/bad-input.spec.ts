import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import selfsigned from 'selfsigned';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { noteOf } from '../pages/installation-dialog.ts';

const local = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

test.describe('the installation dialog explains beside the field', () => {
  const addresses = [
    ['   ', 'Enter the address'],
    ['https://', 'not a complete address'],
    ['https://monitor example.com', 'not a complete address'],
    ['ftp://monitor.example.com', 'https or http'],
  ] as const;

  test('an invalid base URL', async ({ hookdesk }) => {
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', authToken: 'some-token' });
    for (const [typed, said] of addresses) {
      await dialog.baseUrl.fill(typed);
      await dialog.add.click();
      await expect.poll(() => noteOf(dialog.baseUrl)).toContain(said);
      await expect(dialog.baseUrl).toHaveAttribute('aria-invalid', 'true');
      await expect(dialog.baseUrl).toHaveValue(typed);
      await expect(dialog.name).toHaveValue('acme');
    }
  });

  test('a wrong API root, wrong token and closed port', async ({ hookdesk, installations }) => {
    const { A } = installations;
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', ...A, apiRoot: '/api/v9' });
    await dialog.test.click();
    await expect.poll(() => noteOf(dialog.apiRoot)).toMatch(/API root/i);

    await dialog.fill({ apiRoot: A.apiRoot, authToken: 'wrong-token' });
    await dialog.test.click();
    await expect.poll(() => noteOf(dialog.authToken)).toMatch(/token/i);
    await expect(dialog.authToken).toHaveAttribute('aria-invalid', 'true');

    const server = createServer();
    const port = await local(server);
    await new Promise((resolve) => server.close(resolve));
    await dialog.fill({ baseUrl: `http://127.0.0.1:${port}` });
    await dialog.test.click();
    await expect.poll(() => noteOf(dialog.baseUrl)).toMatch(/refused|reach/i);
    await expect(dialog.name).toHaveValue('acme');
    await expect(dialog.authToken).toHaveValue('wrong-token');
  });

  const answers = [
    ['an HTML login page', 'text/html', '<html><title>Log in</title></html>', /HTML page/],
    ['JSON of another shape', 'application/json', '{"status": "ok"}', /webhook|list|interface/i],
  ] as const;
  for (const [what, type, body, said] of answers) {
    test(`${what} with status 200`, async ({ hookdesk }) => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'Content-Type': type }).end(body);
      });
      const port = await local(server);
      const dialog = await hookdesk.addInstallation();
      await dialog.fill({ name: 'acme', baseUrl: `http://127.0.0.1:${port}`, authToken: 'token' });
      await dialog.test.click();
      await expect.poll(() => noteOf(dialog.baseUrl)).toMatch(said);
      await new Promise((resolve) => server.close(resolve));
    });
  }

  test('an untrusted certificate', async ({ hookdesk }) => {
    const { private: key, cert } = await selfsigned.generate([
      { name: 'commonName', value: '127.0.0.1' },
    ]);
    const server = createSecureServer({ key, cert });
    const port = await local(server);
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', baseUrl: `https://127.0.0.1:${port}`, authToken: 'token' });
    await dialog.test.click();
    await expect.poll(() => noteOf(dialog.baseUrl)).toMatch(/certificate/i);
    await new Promise((resolve) => server.close(resolve));
  });
});

test.describe('the editor explains beside the field', () => {
  test.beforeEach(async ({ hookdesk, installations }) => {
    await installations.B.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('globex', installations.B);
    await hookdesk.list.open('Ops');
  });

  test('an empty name', async ({ hookdesk, installations }) => {
    const { editor } = hookdesk;
    await editor.name.fill('');
    await editor.reviewAndPublish.click();
    await expect(editor.review.publish).toBeHidden();
    await editor.root.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => noteOf(editor.name)).toContain('Enter a webhook name');
    expect(installations.B.writes().map((request) => request.method)).toEqual(['POST']);
  });

  test('an invalid header name, and a header value with a line break', async ({ hookdesk }) => {
    const { editor } = hookdesk;
    await editor.tab('Headers');
    await editor.headers.append('X Team:', 'ops');
    await expect(editor.headers.lines.last()).toContainText('letters, digits and hyphens');

    await editor.headers.nameOf(editor.headers.lines.last()).fill('X-Team');
    const value = editor.headers.valueOf(editor.headers.line('X-Team'));
    await value.fill('');
    await value.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'one\ntwo');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    });
    await expect(editor.headers.line('X-Team')).toContainText('cannot hold a line break');
    await editor.reviewAndPublish.click();
    await expect(editor.review.publish).toBeHidden();
  });

  test('a target URL without a scheme', async ({ hookdesk }) => {
    const { editor } = hookdesk;
    await editor.url.fill('hooks.example.com/services');
    await expect.poll(() => noteOf(editor.url)).toContain('Start it with https://');
    await expect(editor.url).toHaveValue('hooks.example.com/services');
  });
});

test('a publish to a closed port shows its failure and keeps the edits', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  await A.fetch('POST', '', webhookBody('A', 'Ops'));
  await hookdesk.connect('acme', A);
  const { list, editor } = hookdesk;
  await list.open('Ops');
  await editor.name.fill('Renamed');
  await editor.reviewAndPublish.click();
  await expect(editor.review.publish).toBeVisible();
  await A.close();
  await editor.review.publish.click();
  await expect(editor.review.result).toBeVisible();
  await expect(editor.heading).toHaveText('Renamed');
  await expect(editor.draftBadge).toBeVisible();
});

test('variant B offers only the methods POST and PUT', async ({ hookdesk, installations }) => {
  await installations.B.fetch('POST', '', webhookBody('B', 'Ops'));
  await hookdesk.connect('globex', installations.B);
  await hookdesk.list.open('Ops');
  await hookdesk.editor.method.click();
  await expect(hookdesk.page.getByRole('option')).toHaveText(['POST', 'PUT']);
});
