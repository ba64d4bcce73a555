import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Bundle } from '#domain/bundle/format.ts';
import { idOf, watchCurrent } from '../fixtures/changes-by-others.ts';
import { root } from '../fixtures/root.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { missPause, pauseShortly } from '../fixtures/scheduled-pauses.ts';
import { test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** A WebP of this quality looks like the PNG at half its size. */
const quality = 0.8;

/** Encodes the screenshot in the page, because Playwright writes no WebP. */
async function take(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled' });
  const webp = await page.evaluate(
    async ([content, rate]) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: rate });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [png.toString('base64'), quality] as const,
  );
  await writeFile(join(root, 'docs/images', `${name}.webp`), new Uint8Array(webp));
}

/** Merges all sample bundles into one. */
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

/** Changes the URL, a severity and the secret of a webhook. */
const differing = (body: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  url: 'https://hooks.example.com/services/network',
  high_alert: false,
  http_headers: [{ http_header_key: 'X-Api-Key', http_header_value: 'another-fake-key' }],
});

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
      await take(page, `plan-${theme}`);
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
      await take(page, `bundle-export-${theme}`);
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
      await take(page, `bundle-import-${theme}`);
      await Promise.all([acme.close(), globex.close()]);
    });

    test('the main job', async ({ hookdesk }) => {
      const acme = await startInstallation('B', { seed: 40, root: '/api/v14' });
      await acme.fetch('POST', '', { ...webhookBody('B', 'Ops alerts – Slack') });
      const { page, list, editor } = hookdesk;
      await hookdesk.welcome.waitFor();
      await take(page, `welcome-${theme}`);

      const dialog = await hookdesk.addInstallation();
      await dialog.fill({ name: 'acme-prod', ...acme });
      await dialog.test.click();
      await dialog.steps.getByText('look like').waitFor();
      await take(page, `add-installation-${theme}`);
      await dialog.add.click();
      await list.rows.first().waitFor();

      await list.filter.fill('slack');
      await list.open('Ops alerts – Slack');
      await editor.name.fill('Ops alerts and reminders – Slack');
      await editor.severity('Low').check();
      await take(page, `definition-${theme}`);

      await editor.tab('Headers');
      await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('fake-new-key');
      await editor.headers.remove('X-Retired');
      await editor.headers.append('X-Team', 'ops');
      await take(page, `headers-${theme}`);

      await editor.tab('Payload');
      await editor.preview.body.waitFor();
      await take(page, `payload-${theme}`);
      await editor.preview.test.click();
      await hookdesk.testSend.send.click();
      await hookdesk.testSend.body.waitFor();
      await take(page, `test-send-${theme}`);
      await page.keyboard.press('Escape');

      await editor.reviewAndPublish.click();
      await editor.review.publish.waitFor();
      await editor.review.body.waitFor();
      await take(page, `review-${theme}`);

      await editor.review.publish.click();
      await editor.review.identical.waitFor();
      await take(page, `published-${theme}`);

      await hookdesk.ofInstallation('Coverage');
      await hookdesk.coverage.level('HIGH').waitFor();
      await take(page, `coverage-${theme}`);
      await acme.close();
    });

    test('several installations', async ({ hookdesk }) => {
      const { page, all, compare, editMany, list, rotate } = hookdesk;
      const sites = [
        { name: 'acme-standby', variant: 'A', seed: 12, environment: 'Staging' },
        { name: 'globex', variant: 'B', seed: 12, environment: 'Production' },
        { name: 'acme-prod', variant: 'B', seed: 12, environment: 'Production' },
      ] as const;
      const running: Installation[] = [];
      for (const { name, variant, seed, environment } of sites) {
        const installation = await startInstallation(variant, { seed });
        running.push(installation);
        for (const each of ['Ops alerts – Slack', 'Pager night', 'Mail to the desk']) {
          const body = webhookBody(variant, each);
          await installation.fetch('POST', '', name === 'globex' ? differing(body) : body);
        }
        const dialog = await hookdesk.addInstallation();
        await dialog.fill({ name, ...installation, environment });
        await dialog.add.click();
        await dialog.root.waitFor({ state: 'hidden' });
        await list.rows.first().waitFor();
      }
      await all.button.click();
      await all.field.fill('host:hooks is:enabled ');
      await all.rows.first().waitFor();
      await all.tick('Pager night', 'acme-prod').check();
      await all.tick('Pager night', 'globex').check();
      await take(page, `all-installations-${theme}`);

      await hookdesk.installation('acme-prod').click();
      await list.filter.fill('pager');
      await list.tick('Pager night').check();
      await list.filter.fill('ops');
      await list.tick('Ops alerts – Slack').check();
      await list.chosen.getByRole('button', { name: 'Edit many…' }).click();
      await editMany.choose(1, 'Replace in target URL');
      await editMany.field(1, 'Find').fill('services');
      await editMany.field(1, 'Replace with').fill('v2/services');
      await editMany.row('Pager night').getByText('v2/services').first().waitFor();
      await take(page, `edit-many-${theme}`);

      await compare.button.click();
      await compare.root.getByRole('checkbox', { name: 'All' }).click();
      await compare.start.click();
      await compare.filter.fill('night');
      await compare.rows.first().waitFor();
      await compare.filter.fill('');
      await compare.row('Pager night').click();
      await compare.details.waitFor();
      await take(page, `compare-${theme}`);

      await hookdesk.command('Rotate a secret');
      await rotate.value.fill('fake-old-key');
      await rotate.find.click();
      await rotate.newValue.fill('fake-new-key');
      await take(page, `rotate-${theme}`);
      await Promise.all(running.map((each) => each.close()));
    });

    test.describe('pauses', () => {
      test.use({ timezoneId: 'Europe/Berlin' });
      test('in their list', async ({ hookdesk }) => {
        const { page, all, pauseDialog, pauses, plan } = hookdesk;
        const acme = await startInstallation('B', { seed: 12 });
        const globex = await startInstallation('A', { seed: 12 });
        const names = ['Ops alerts – Slack', 'Pager night', 'Mail to the desk', 'Jira incidents'];
        await hookdesk.connectWith('globex', globex, names);
        await hookdesk.connectWith('acme-prod', acme, names);
        await missPause(page, 'Mail to the desk');
        await pauseShortly(page, 'Jira incidents');
        await pauses.overdue.waitFor();
        await all.button.click();
        for (const name of ['Ops alerts – Slack', 'Pager night'])
          for (const site of ['acme-prod', 'globex']) await all.tick(name, site).check();
        await all.selected.getByRole('button', { name: 'Pause until…' }).click();
        await pauseDialog.reason.fill('Change 4711: new firewall');
        await pauseDialog.option('Tomorrow 8:00 AM').click();
        await take(page, `pause-${theme}`);
        await pauseDialog.review.click();
        await plan.run.click();
        await plan.end.waitFor();
        await pauses.entry.click();
        await pauses.resume('Change 4711').waitFor();
        const item = pauses.item('Change 4711');
        await item.getByText('4 webhooks', { exact: true }).click();
        await take(page, `pauses-${theme}`);
        await Promise.all([acme.close(), globex.close()]);
      });
    });

    test('changes by others', async ({ hookdesk }) => {
      const { page, changes, elsewhere } = hookdesk;
      const acme = await startInstallation('B', { seed: 12 });
      const globex = await startInstallation('A', { seed: 12 });
      const names = ['Ops alerts – Slack', 'Pager night', 'Mail to the desk'];
      await hookdesk.connectWith('globex', globex, names);
      await watchCurrent(hookdesk);
      await hookdesk.connectWith('acme-prod', acme, names);
      await watchCurrent(hookdesk);
      const next = { url: 'https://relay.acme.example/v2/alerts', cleared_alert: true };
      await acme.fetch('PUT', await idOf(acme, 'Ops alerts – Slack'), next);
      await acme.fetch('POST', '', webhookBody('B', 'Jira incidents'));
      await acme.fetch('DELETE', await idOf(acme, 'Pager night'));
      await globex.fetch('PUT', await idOf(globex, 'Mail to the desk'), { enabled: false });
      await changes.entry.click();
      await changes.refresh.click();
      await changes.row('Ops alerts').click();
      await elsewhere.undo.waitFor();
      await take(page, `changes-${theme}`);
      await Promise.all([acme.close(), globex.close()]);
    });

    test('practice installations', async ({ hookdesk }) => {
      const { page, list, practice } = hookdesk;
      await page.getByRole('button', { name: 'Start two practice installations' }).click();
      await hookdesk.installation('Practice 14.0').click();
      await list.rows.first().waitFor();
      await list.root.getByRole('button', { name: 'Simulate an alert…' }).click();
      await practice.raise.click();
      await practice.delivery('delivered, 200').first().waitFor();
      await practice.deliveries.first().click();
      await practice.root.getByLabel('Request').waitFor();
      await take(page, `practice-${theme}`);
    });
  });
}
