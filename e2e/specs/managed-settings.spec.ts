import { expect, test } from '../fixtures/test.ts';

test.describe('with managed settings', () => {
  test.skip(({ host }) => host !== 'web', 'the file of the system is a parameter of the web host');
  test.use({
    managed: {
      updateFeed: 'https://updates.example.com/',
      proxy: { address: 'http://proxy.example.com:3128', bypass: ['*.intern.example.com'] },
      allowedHosts: ['*.example.com', 'localhost'],
    },
  });

  test('a host that is not allowed gets no request, and the window says why', async ({
    hookdesk,
    installations,
    managedFile,
  }) => {
    const { A } = installations;
    const { dialog } = hookdesk;
    await hookdesk.addInstallation();
    const hint = 'Your organisation allows only *.example.com, localhost.';
    expect(await dialog.noteOf(dialog.baseUrl)).toBe(hint);
    await dialog.fill({ name: 'acme', ...A, environment: 'Test' });
    for (const send of [dialog.test, dialog.detect, dialog.add]) {
      await send.click();
      await expect(dialog.root).toContainText(
        'Your organisation does not allow Hookdesk to contact 127.0.0.1.',
      );
      await dialog.name.press('End');
      await dialog.name.pressSequentially('x');
    }
    await expect(dialog.root).toBeVisible();
    expect(A.received).toEqual([]);

    // The same service under the name of an allowed host.
    await dialog.baseUrl.fill(A.baseUrl.replace('127.0.0.1', 'localhost'));
    await dialog.test.click();
    await expect(dialog.steps).toContainText(['localhost']);
    await expect(dialog.root).toContainText('The auth token was accepted');
    expect(A.received).not.toEqual([]);
    await dialog.cancel.click();

    const { settings } = hookdesk;
    await settings.open('Diagnostics');
    const diagnostics = settings.panel('Diagnostics').getByLabel('Diagnostics');
    await expect(diagnostics).toContainText('Managed settings: updateFeed, proxy, allowedHosts');
    await expect(diagnostics).not.toContainText(managedFile);
  });

  test('the window shows what is set in place of its own controls', async ({
    hookdesk,
    managedFile,
  }) => {
    const { dialog, settings } = hookdesk;
    await settings.open('About');
    const about = settings.panel('About');
    await expect(about).toContainText('Set by your organisation');
    await expect(about.getByRole('listitem')).toHaveText([
      'Update server: https://updates.example.com/',
      'Proxy: http://proxy.example.com:3128, not for *.intern.example.com',
      'Allowed hosts: *.example.com, localhost',
    ]);
    await expect(about).toContainText(managedFile);
    await expect(about).toContainText('Hookdesk sends no usage data.');
    await hookdesk.page.keyboard.press('Escape');

    await hookdesk.addInstallation();
    await expect(dialog.section('Proxy')).toContainText('set by your organisation');
    await dialog.section('Proxy').click();
    await expect(dialog.root).toContainText(
      'Set by your organisation: http://proxy.example.com:3128, not for *.intern.example.com',
    );
    await expect(dialog.radio('System proxy')).toHaveCount(0);
  });

  test('practice installations still work', async ({ hookdesk }) => {
    await hookdesk.page.getByRole('button', { name: 'Start two practice installations' }).click();
    await hookdesk.installation('Practice 14.0').click();
    await expect(hookdesk.list.rows.first()).toBeVisible();
  });
});

test('without managed settings, About names none', async ({ hookdesk }) => {
  await hookdesk.settings.open('About');
  const about = hookdesk.settings.panel('About');
  await expect(about).toContainText('Hookdesk sends no usage data.');
  await expect(about).not.toContainText('Set by your organisation');
});
