import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bundle } from '#domain/bundle/format.ts';
import { root } from '../fixtures/root.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const picture = (name: string): { path: string; animations: 'disabled' } => ({
  path: join(root, 'docs/images', `${name}.png`),
  animations: 'disabled',
});

/** The sample bundles as one. */
async function everySample(): Promise<string> {
  const folder = join(root, 'resources/bundles');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.hookdesk.json'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const bundles = files.map((text) => Bundle.parse(JSON.parse(text)));
  return JSON.stringify({
    ...bundles[0],
    exportedAt: '2026-11-20T16:05:00Z',
    exportedBy: 'Hookdesk 0.1.0',
    secrets: bundles.flatMap(({ secrets = [] }) => secrets),
    webhooks: bundles.flatMap(({ webhooks }) => webhooks),
  });
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({
      ownContext: true,
      colorScheme: theme,
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 2,
    });

    test('a plan', async ({ hookdesk }) => {
      const acme = await startInstallation('B', { seed: 12 });
      const globex = await startInstallation('A', { seed: 12 });
      const { page, list, editor, drafts, plan } = hookdesk;
      const edits = [
        ['acme-prod', acme, ['Ops alerts – Slack', 'Pager night', 'Mail to the desk']],
        ['globex', globex, ['Teams – network', 'Jira incidents']],
      ] as const;
      for (const [name, installation, webhooks] of edits) {
        for (const each of webhooks) {
          await installation.fetch('POST', '', webhookBody(installation.variant, each));
        }
        await hookdesk.connect(name, installation);
        for (const each of webhooks) {
          await list.open(each);
          await editor.severity('Low').check();
        }
      }
      await list.open('Teams – network');
      await editor.name.fill('Teams – network and storage');
      await editor.tab('Headers');
      await editor.headers.remove('X-Retired');
      await drafts.button.click();
      await drafts.tickAll.click();
      await drafts.publishTicked.click();
      await plan.row('Teams – network and storage').click();
      await plan.request.waitFor();
      await page.screenshot(picture(`plan-${theme}`));
      await Promise.all([acme.close(), globex.close()]);
    });

    test('an export', async ({ hookdesk }) => {
      const acme = await startInstallation('B', { seed: 40 });
      const globex = await startInstallation('A', { seed: 12 });
      const { page, bundleExport } = hookdesk;
      await hookdesk.connect('globex', globex);
      await hookdesk.connect('acme-prod', acme);
      await hookdesk.command('Export webhooks…');
      await bundleExport.choose('acme-prod').click();
      await bundleExport.choose('globex').click();
      await bundleExport.next.click();
      const rows = bundleExport.secrets.locator('[data-secret]');
      await rows.nth(1).click();
      await bundleExport.secrets.getByRole('switch').nth(3).click();
      await page.screenshot(picture(`bundle-export-${theme}`));
      await Promise.all([acme.close(), globex.close()]);
    });

    test('an import', async ({ hookdesk }) => {
      const acme = await startInstallation('B', { seed: 12 });
      const globex = await startInstallation('A', { seed: 12 });
      const { page, bundle, plan } = hookdesk;
      for (const name of ['Jira', 'ServiceNow']) {
        await acme.fetch('POST', '', webhookBody('B', name));
        await globex.fetch('POST', '', webhookBody('A', name));
      }
      await acme.fetch('POST', '', webhookBody('B', 'Jira'));
      await hookdesk.connect('acme-prod', acme);
      await hookdesk.connect('globex', globex);
      await hookdesk.dialog.root.waitFor({ state: 'hidden' });
      await bundle.drop('acme-team.hookdesk.json', await everySample());
      await bundle.target('acme-prod').check();
      await bundle.target('globex').check();
      await bundle.seePlan.click();
      await plan.row('Slack').first().click();
      await plan.giveSecret('slack-webhook', 'fake/fake/fake');
      await plan.row('PagerDuty: critical').first().click();
      await plan.giveSecret('pagerduty-routing-key', 'fake-key');
      await plan.row('ServiceNow').first().click();
      await plan.giveSecret('servicenow-basic-credentials', 'fake-credentials');
      await plan.request.waitFor();
      await page.screenshot(picture(`bundle-import-${theme}`));
      await Promise.all([acme.close(), globex.close()]);
    });

    test('the main job', async ({ hookdesk }) => {
      const acme = await startInstallation('B', { seed: 40, root: '/api/v14' });
      await acme.fetch('POST', '', { ...webhookBody('B', 'Ops alerts – Slack') });
      const { page, list, editor } = hookdesk;
      await hookdesk.welcome.waitFor();
      await page.screenshot(picture(`welcome-${theme}`));

      const dialog = await hookdesk.addInstallation();
      await dialog.fill({ name: 'acme-prod', ...acme });
      await dialog.test.click();
      await dialog.steps.getByText('look like').waitFor();
      await page.screenshot(picture(`add-installation-${theme}`));
      await dialog.add.click();
      await list.rows.first().waitFor();

      await list.filter.fill('slack');
      await list.open('Ops alerts – Slack');
      await editor.name.fill('Ops alerts and reminders – Slack');
      await editor.severity('Low').check();
      await page.screenshot(picture(`definition-${theme}`));

      await editor.tab('Headers');
      await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('fake-new-key');
      await editor.headers.remove('X-Retired');
      await editor.headers.append('X-Team', 'ops');
      await page.screenshot(picture(`headers-${theme}`));

      await editor.tab('Payload');
      await editor.preview.body.waitFor();
      await page.screenshot(picture(`payload-${theme}`));
      await editor.preview.test.click();
      await hookdesk.testSend.send.click();
      await hookdesk.testSend.body.waitFor();
      await page.screenshot(picture(`trial-${theme}`));
      await page.keyboard.press('Escape');

      await editor.reviewAndPublish.click();
      await editor.review.publish.waitFor();
      await editor.review.body.waitFor();
      await page.screenshot(picture(`review-${theme}`));

      await editor.review.publish.click();
      await editor.review.identical.waitFor();
      await page.screenshot(picture(`published-${theme}`));

      await hookdesk.ofInstallation('Coverage');
      await hookdesk.coverage.level('HIGH').waitFor();
      await page.screenshot(picture(`coverage-${theme}`));
      await acme.close();
    });

    test('practising', async ({ hookdesk }) => {
      const { page, list, practice } = hookdesk;
      await page.getByRole('button', { name: 'Start the practice installation' }).click();
      await hookdesk.installation('Practice 14.0').click();
      await list.rows.first().waitFor();
      await list.root.getByRole('button', { name: 'Raise an alert…' }).click();
      await practice.raise.click();
      await practice.delivery('delivered, 200').first().waitFor();
      await practice.deliveries.first().click();
      await practice.root.getByLabel('Request').waitFor();
      await page.screenshot(picture(`practice-${theme}`));
    });
  });
}
