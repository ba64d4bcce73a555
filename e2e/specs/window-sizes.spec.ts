import { startInstallation } from '../fixtures/installation.ts';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { expectLaidOut, expectNoFaults } from '../fixtures/layout.ts';
import { rename } from '../fixtures/publish.ts';
import { test as runTest } from '../fixtures/runs.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

/** Expects room for three findings, with their count above them. */
async function expectFindingsInSight({ editor, page }: Hookdesk): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [640, 400],
    [1000, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(editor.preview.findingsTab).toHaveAccessibleName('Findings 3');
    await expect(editor.preview.findingsTab).toBeInViewport();
    await editor.preview.showFindings();
    const list = await editor.root.getByRole('list', { name: 'Findings' }).boundingBox();
    expect(list?.height).toBeGreaterThanOrEqual(3 * 18);
  }
  if (before !== null) await page.setViewportSize(before);
}

test.describe('at every window size, the layout has no faults in', () => {
  test.describe.configure({ timeout: 120_000 });

  test('welcome, new installation, list, definition and headers', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 40 });
    await installation.fetch('POST', '', webhookBody('B', 'Ops alerts of the night shift – Slack'));
    const { editor, list, page } = hookdesk;
    await expect(hookdesk.welcome).toBeVisible();
    await expectLaidOut(page, 'welcome');
    const dialog = await hookdesk.addInstallation();
    await expectLaidOut(page, 'new installation');
    await dialog.fill({ name: 'acme-prod', ...installation });
    await dialog.add.click();
    await expect(list.rows.first()).toBeVisible();
    await expectLaidOut(page, 'list');
    await list.filter.fill('Ops alerts of the');
    await list.tick('Ops alerts of the night shift – Slack').click();
    await list.open('Ops alerts of the night shift – Slack');
    await editor.name.fill('Ops alerts of the night shift – Teams');
    await expectLaidOut(page, 'definition');
    await editor.tab('Headers');
    await editor.headers.valueOf(editor.headers.line('X-Api-Key')).fill('fake-new');
    await editor.headers.remove('X-Retired');
    await expectLaidOut(page, 'headers');
    await installation.close();
  });

  test('payload, test, placeholders and coverage', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 12 });
    await installation.fetch('POST', '', webhookBody('B', 'Ops'));
    const { editor, list, page } = hookdesk;
    await hookdesk.connect('acme-prod', installation);
    await list.open('Ops');
    await editor.tab('Payload');
    await editor.template.fill('{"text": "%AlertNam% %AlertInfo%",\n "x": %ServerID%}');
    await expect(editor.preview.findingsTab).toHaveAccessibleName('Findings 3');
    await expectLaidOut(page, 'payload');
    await expectFindingsInSight(hookdesk);
    await editor.preview.showPreview();
    await editor.preview.test.click();
    await expectLaidOut(page, 'test');
    await page.keyboard.press('Escape');
    await hookdesk.ofInstallation('Coverage');
    await expect(hookdesk.coverage.level('HIGH')).toBeVisible();
    await expectLaidOut(page, 'coverage');
    await hookdesk.ofInstallation('Placeholders…');
    await hookdesk.tokens.add.click();
    await expectLaidOut(page, 'placeholders');
    await installation.close();
  });

  test('review, result and deletion', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 12 });
    await installation.fetch('POST', '', webhookBody('B', 'Ops'));
    const { editor, list, page } = hookdesk;
    await hookdesk.connect('acme-prod', installation);
    await list.open('Ops');
    await editor.name.fill('Ops at night');
    await editor.reviewAndPublish.click();
    await expect(editor.review.publish).toBeVisible();
    await expectLaidOut(page, 'review');
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
    await expectLaidOut(page, 'published');
    await editor.menu('Delete…');
    await expectLaidOut(page, 'delete');
    await installation.close();
  });

  test('History, drafts and plan', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 12 });
    for (const name of ['Ops', 'Pager night']) {
      await installation.fetch('POST', '', webhookBody('B', name));
    }
    const { drafts, editor, history, list, page, plan } = hookdesk;
    await hookdesk.connect('acme-prod', installation);
    await rename(hookdesk, 'Ops', 'Ops at night');
    await list.open('Pager night');
    await editor.severity('Low').check();
    await history.button.click();
    await history.tick('Update', 'Ops at night').click();
    await expectLaidOut(page, 'history');
    await history.open('Update', 'Ops at night');
    await expectLaidOut(page, 'entry');
    await drafts.button.click();
    await expectLaidOut(page, 'draft');
    await editor.root.getByRole('button', { name: 'Close' }).click();
    await expectLaidOut(page, 'drafts');
    await drafts.tickAll.click();
    await drafts.publishTicked.click();
    await expect(plan.request).toBeVisible();
    await expectLaidOut(page, 'plan');
    await plan.run.click();
    await expect(plan.row('Pager night')).toContainText('Done');
    await expectLaidOut(page, 'plan that ended');
    await installation.close();
  });

  test('bundles, import and export', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 12 });
    const { bundle, bundleExport, page } = hookdesk;
    await hookdesk.connect('acme-prod', installation);
    await bundle.button.click();
    await expectLaidOut(page, 'bundles');
    await bundle.drop('new.json', JSON.stringify([webhookBody('B', 'New')]));
    await expect(bundle.fileRows).toHaveCount(1);
    await expectLaidOut(page, 'import');
    await hookdesk.command('Export webhooks…');
    await bundleExport.choose('acme-prod').check();
    await expectLaidOut(page, 'export');
    await bundleExport.next.click();
    await expect(bundleExport.secrets).toBeVisible();
    await expectLaidOut(page, 'secrets of an export');
    await installation.close();
  });

  test('settings, commands and keyboard shortcuts', async ({ hookdesk }) => {
    const { page } = hookdesk;
    await expect(hookdesk.welcome).toBeVisible();
    for (const place of [
      'Secrets',
      'Notifications',
      'Appearance',
      'Diagnostics',
      'About',
    ] as const) {
      await hookdesk.settings.open(place);
      await expectLaidOut(page, `settings ${place}`);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+K');
    await expectLaidOut(page, 'commands');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expectLaidOut(page, 'keyboard shortcuts');
  });

  test('practice', async ({ hookdesk }) => {
    const { list, page, practice } = hookdesk;
    await page.getByRole('button', { name: 'Start two practice installations' }).click();
    await hookdesk.installation('Practice 14.0').click();
    await list.root.getByRole('button', { name: 'Simulate an alert…' }).click();
    await practice.raise.click();
    await practice.delivery('delivered, 200').first().click();
    await expectLaidOut(page, 'practice');
  });
});

runTest('the vault has its place in every size of the window', async ({ run }) => {
  const { vault, page } = await run(noKeychain);
  await expect(vault.banner).toContainText('No secret storage selected.');
  await expectLaidOut(page, 'vault');
  await vault.act('Select secret storage…');
  await vault.place('Passphrase vault').click();
  await expectLaidOut(page, 'secret storage');
});

test.describe('a window of 640 by 400', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('wraps filters and buttons of lists to a second line', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 0 });
    await installation.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('acme', installation);
    const { list, history } = hookdesk;
    await expect(list.payloadTypeFilter).toBeInViewport({ ratio: 1 });
    await list.tick('Ops').click();
    await expect(list.moreForChosen).toBeInViewport({ ratio: 1 });
    await rename(hookdesk, 'Ops', 'Ops at night');
    await hookdesk.sidebar.open();
    await history.button.click();
    await history.tick('Update', 'Ops at night').click();
    await expect(history.undo).toBeInViewport({ ratio: 1 });
    await installation.close();
  });

  test('opens the sidebar above the list, and Esc or a choice closes it', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 12 });
    await hookdesk.connect('acme', installation);
    const { drafts, list, page, sidebar } = hookdesk;
    await expect(sidebar.root).toBeHidden();
    await expect(sidebar.toggle).toHaveAttribute('aria-expanded', 'false');
    await sidebar.toggle.focus();
    await page.keyboard.press('Enter');
    await expect(hookdesk.installation('acme')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sidebar.root).toBeHidden();
    await expect(sidebar.toggle).toBeFocused();
    await sidebar.open();
    await expectNoFaults(page, 'sidebar');
    await hookdesk.installation('acme').click();
    await expect(sidebar.root).toBeHidden();
    await sidebar.open();
    await drafts.button.click();
    await expect(drafts.root).toBeVisible();
    await expect(sidebar.root).toBeHidden();
    await expect(list.root).toBeHidden();
    await installation.close();
  });

  test('shows one pane at a time, and returns to the same row when it closes', async ({
    hookdesk,
  }) => {
    const installation = await startInstallation('B', { seed: 60 });
    await hookdesk.connect('acme', installation);
    const { editor, list } = hookdesk;
    await list.rows.nth(4).focus();
    await list.grid.focus();
    await hookdesk.page.keyboard.press('End');
    const row = list.rows.last();
    await expect(row).toBeInViewport({ ratio: 1 });
    await row.click();
    await expect(editor.name).toBeVisible();
    await expect(list.grid).toBeHidden();
    await editor.root.getByRole('button', { name: 'Close' }).click();
    await expect(row).toBeInViewport({ ratio: 1 });
    await installation.close();
  });

  test('shows either the rows or the details of a plan', async ({ hookdesk }) => {
    const installation = await startInstallation('B', { seed: 0 });
    await installation.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('acme', installation);
    const { list, page, plan } = hookdesk;
    await list.tick('Ops').click();
    await list.changeChosen('Disable…');
    await plan.row('Ops').click();
    await expect(plan.request).toBeVisible();
    await expect(plan.run).toBeHidden();
    await page.getByRole('radio', { name: 'Rows', exact: true }).click();
    await expect(plan.run).toBeInViewport({ ratio: 1 });
    await installation.close();
  });
});

test('a hidden sidebar of a wide window stays hidden after a reload', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connect('acme', installations.A);
  const { list, page, sidebar } = hookdesk;
  await expect(sidebar.root).toBeVisible();
  await sidebar.toggle.click();
  await expect(sidebar.root).toBeHidden();
  await page.reload();
  await list.rows.first().waitFor();
  await expect(sidebar.root).toBeHidden();
  await sidebar.toggle.click();
  await expect(sidebar.root).toBeVisible();
});

test.describe('a window of 1920 by 1080', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('shows a full-width list until a webhook opens, and keeps its row in place', async ({
    hookdesk,
  }) => {
    const installation = await startInstallation('B', { seed: 40 });
    await hookdesk.connect('acme', installation);
    const { editor, list } = hookdesk;
    await expect(editor.root).toBeHidden();
    const wide = await list.root.boundingBox();
    expect(wide?.width).toBeGreaterThan(1_600);
    const row = list.rows.nth(10);
    const before = await row.boundingBox();
    await row.click();
    await expect(editor.name).toBeVisible();
    const after = await row.boundingBox();
    expect(after?.y).toBe(before?.y);
    expect(Math.round(after?.x ?? 0)).toBe(Math.round(before?.x ?? 0));
    await editor.tab('Payload');
    const template = await editor.template.boundingBox();
    const preview = await editor.preview.root.boundingBox();
    expect(preview?.x).toBeGreaterThan((template?.x ?? 0) + (template?.width ?? 0));
    await installation.close();
  });
});
