import { expectAccessible } from '../fixtures/accessible.ts';
import { makeCertificate } from '../fixtures/certificate.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test.describe('axe finds no violations in either theme or with forced colours', () => {
  test('without an installation', async ({ hookdesk }) => {
    await expect(hookdesk.welcome).toBeVisible();
    await expectAccessible(hookdesk, 'welcome');
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', baseUrl: 'acme', variant: 'A' });
    await dialog.add.click();
    await expectAccessible(hookdesk, 'installation with mistakes');
  });

  test('in the list, its menus and its selection @main', async ({ hookdesk, installations }) => {
    const { contextMenu, drafts, list, page } = hookdesk;
    for (const name of ['Zulu', 'Zulu night']) {
      await installations.B.fetch('POST', '', webhookBody('B', name));
    }
    await hookdesk.connect('globex', installations.B);
    await contextMenu.choose(list.row('Zulu'), 'Copy name');
    await expect(hookdesk.notice('Name copied')).toBeVisible();
    await list.filter.fill('zulu');
    await expect(list.rows).toHaveCount(2);
    await expectAccessible(hookdesk, 'filtered list with a notice');
    await list.tick('Zulu').check();
    await list.tick('Zulu night').check();
    await contextMenu.open(list.row('Zulu'));
    await expectAccessible(hookdesk, 'context menu of a selection');
    await page.keyboard.press('Escape');
    await list.filter.fill('nothing like it');
    await expect(list.root.getByText('No results')).toBeVisible();
    await expectAccessible(hookdesk, 'no results');
    await drafts.button.click();
    await expectAccessible(hookdesk, 'no drafts');
    await page.keyboard.press('?');
    await expectAccessible(hookdesk, 'keyboard shortcuts');
  });

  test('with the practice installation', async ({ hookdesk }) => {
    await hookdesk.page.getByRole('button', { name: 'Start two practice installations' }).click();
    await hookdesk.installation('Practice 14.0').click();
    await expect(hookdesk.list.rows.first()).toBeVisible();
    await hookdesk.list.root.getByRole('button', { name: 'Simulate an alert…' }).click();
    await expect(hookdesk.practice.root).toBeVisible();
    await expectAccessible(hookdesk, 'practice');
  });

  test('in the webhook editor', async ({ hookdesk, installations }) => {
    const { editor, list } = hookdesk;
    await installations.B.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('globex', installations.B);
    await list.open('Ops');
    await expect(editor.name).toBeVisible();
    await expectAccessible(hookdesk, 'definition');
    await editor.name.fill('');
    await editor.tab('Headers');
    await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('x');
    await editor.headers.remove('X-Retired');
    await editor.headers.append('X Y', 'z');
    await expectAccessible(hookdesk, 'headers');
    await editor.tab('Payload');
    await expectAccessible(hookdesk, 'payload');
    await editor.tab('Review');
    await expectAccessible(hookdesk, 'review with mistakes');
  });

  test('in the preview of a payload template', async ({ hookdesk, installations }) => {
    const { editor, list } = hookdesk;
    const { preview } = editor;
    await installations.B.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('globex', installations.B);
    await list.open('Ops');
    await editor.tab('Payload');
    await expect(preview.body).toContainText('Database size');
    await editor.template.fill('{"text": "%AlertNam% %AlertInfo%", "x": %ServerID%}');
    await preview.showFindings();
    await expect(preview.findings.first()).toContainText('%AlertNam%');
    await expectAccessible(hookdesk, 'findings');
    await preview.showPreview();
    await preview.choose('LOW');
    for (const view of ['Request', 'Changes', 'Values'] as const) {
      await preview.show(view);
      await expectAccessible(hookdesk, view);
    }
    await preview.choose('All events');
    await expect(preview.bodyOf('Awkward')).toBeVisible();
    await expectAccessible(hookdesk, 'side by side');
  });

  test('in a test send, the placeholders and the coverage', async ({ hookdesk, installations }) => {
    const { editor, list, testSend, tokens, coverage } = hookdesk;
    await installations.B.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('globex', installations.B);
    await list.open('Ops');
    await editor.tab('Payload');
    const { preview } = editor;
    await expect(preview.body).toContainText('Database size');
    await preview.test.click();
    await testSend.send.click();
    await expect(testSend.body).toBeVisible();
    await testSend.showLast();
    await expectAccessible(hookdesk, 'a test that was sent');
    await hookdesk.page.keyboard.press('Escape');
    await hookdesk.ofInstallation('Placeholders…');
    await tokens.add.click();
    await tokens.save.click();
    await expectAccessible(hookdesk, 'own tokens with a mistake');
    await hookdesk.page.keyboard.press('Escape');
    await hookdesk.ofInstallation('Coverage');
    await expect(coverage.level('HIGH')).toBeVisible();
    await expectAccessible(hookdesk, 'coverage');
  });

  test('in the settings of an installation', async ({ hookdesk }) => {
    const there = await startInstallation('B', {
      tls: await makeCertificate({ name: 'monitor' }),
      users: { ops: 'password' },
    });
    const { certificate, dialog } = hookdesk;
    await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', group: 'Nordic' });
    await dialog.paste(`${there.baseUrl}/api/v14/webhook/`);
    await dialog.signInAs('ops', 'password');
    await dialog.detect.click();
    await dialog.lookAtCertificate.click();
    await expect(certificate.shown).toBeVisible();
    await expectAccessible(hookdesk, 'certificate');
    await certificate.trust.click();
    await expect(dialog.proposals.first()).toBeVisible();
    await expectAccessible(hookdesk, 'detection');
    const sections = ['Certificates', 'Client certificate', 'Proxy', 'Limits', 'Notes'] as const;
    for (const section of sections) await dialog.section(section).click();
    await dialog.radio('Custom').click();
    await dialog.test.click();
    await expectAccessible(hookdesk, 'settings with mistakes');
    await there.close();
  });

  test('in an import and after Refresh all', async ({ hookdesk, installations }) => {
    const { sidebar } = hookdesk;
    await hookdesk.connect('acme', installations.A);
    await sidebar.menuOfAll('Import installations…');
    const connections = ['http://127.0.0.1:9', 'x'].map((baseUrl) => {
      return { name: 'two', baseUrl, apiRoot: '/api/v14', variant: 'B' };
    });
    const file = { format: 'hookdesk-connections', version: 1, connections };
    await hookdesk.import.choose('team.json', JSON.stringify(file));
    await expect(hookdesk.import.entries).toHaveCount(2);
    await expectAccessible(hookdesk, 'import');
    await hookdesk.import.import.click();
    await sidebar.readAll.click();
    await expect(sidebar.report).toContainText('1 failed');
    await sidebar.row('acme').hover();
    await expectAccessible(hookdesk, 'sidebar');
  });

  test('in the export and removal of installations', async ({ hookdesk, installations }) => {
    const { sidebar } = hookdesk;
    await hookdesk.connect('acme', installations.A);
    await sidebar.menuOfAll('Export installations…');
    await expectAccessible(hookdesk, 'export');
    await hookdesk.page.keyboard.press('Escape');
    await sidebar.menu('acme', 'Remove from Hookdesk…');
    await expectAccessible(hookdesk, 'remove');
  });

  test('after the certificate changes', async ({ hookdesk }) => {
    const there = await startInstallation('B', { tls: await makeCertificate({ name: 'a' }) });
    const { certificate, dialog, list } = hookdesk;
    await hookdesk.addInstallation();
    await dialog.fill({ name: 'acme', baseUrl: there.baseUrl, authToken: there.authToken });
    await dialog.test.click();
    await dialog.lookAtCertificate.click();
    await certificate.trust.click();
    await dialog.add.click();
    await expect(list.rows.first()).toBeVisible();
    there.showCertificate(await makeCertificate({ name: 'b' }));
    await list.readAgain.click();
    await list.root.getByRole('button', { name: 'View certificate…' }).click();
    await expect(certificate.now).toBeVisible();
    await expectAccessible(hookdesk, 'changed certificate');
    await there.close();
  });

  test('after an auth token is rejected', async ({ hookdesk }) => {
    const there = await startInstallation('B', { users: { ops: 'password' } });
    const first = await there.newToken();
    await hookdesk.connect('acme', { ...there, authToken: first });
    await there.endToken(first);
    await hookdesk.list.readAgain.click();
    await expect(hookdesk.tokenBanner.newToken).toBeVisible();
    await expectAccessible(hookdesk, 'auth token');
    await there.close();
  });

  test('from review to read-back', async ({ hookdesk, installations }) => {
    const { editor, list } = hookdesk;
    await installations.A.fetch('POST', '', webhookBody('A', 'Ops'));
    await hookdesk.connect('acme', installations.A);
    await list.open('Ops');
    await editor.name.fill('Ops 2');
    await editor.tab('Review');
    await expect(editor.review.publish).toBeVisible();
    await expectAccessible(hookdesk, 'review');
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
    await editor.menu('Delete…');
    await expectAccessible(hookdesk, 'delete');
    await hookdesk.deletion.cancel.click();
    await hookdesk.page.keyboard.press('Control+K');
    await expectAccessible(hookdesk, 'commands');
  });
});
