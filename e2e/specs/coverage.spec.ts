import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('shows levels without a receiver, and webhooks with the same URL @main', async ({
  hookdesk,
}) => {
  const installation = await startInstallation('B', { seed: 0 });
  await installation.fetch('POST', '', { ...webhookBody('B', 'Ops'), high_alert: false });
  await installation.fetch('POST', '', { ...webhookBody('B', 'Ops too'), high_alert: false });
  await installation.fetch('POST', '', {
    ...webhookBody('B', 'Off'),
    enabled: false,
    low_alert: true,
  });
  await hookdesk.connect('globex', installation);
  const { coverage, editor, list } = hookdesk;
  await expect(list.root).toContainText('No enabled webhook receives HIGH.');
  await list.root.getByRole('button', { name: 'Coverage' }).click();

  await expect(coverage.level('MEDIUM')).toContainText('Ops too');
  await expect(coverage.level('LOW')).toContainText('No enabled webhook receives this alert.');
  await expect(coverage.targets).toContainText('2 webhooks send to the same URL');
  await expect(coverage.targets).toContainText('MEDIUM arrives more than once');

  await coverage.level('MEDIUM').getByRole('button', { name: 'Ops too' }).click();
  await expect(editor.name).toHaveValue('Ops too');
  await editor.severity('High').check();
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  await expect(list.root).not.toContainText('receives HIGH');
  await installation.close();
});

test('shows the gaps of all installations in one table that works by keyboard', async ({
  hookdesk,
}) => {
  const { coverage, page, sidebar } = hookdesk;
  const full = await startInstallation('B', { seed: 0 });
  const whole = { ...webhookBody('B', 'Ops'), low_alert: true, cleared_alert: true };
  await full.fetch('POST', '', whole);
  await full.fetch('POST', '', { ...whole, name: 'Night jobs', payload_type: 'JOB' });
  const part = await startInstallation('A', { seed: 0 });
  await part.fetch('POST', '', webhookBody('A', 'Pager'));
  await hookdesk.connect('globex', full);
  await hookdesk.connect('acme', part);

  await coverage.button.click();
  await expect(coverage.ofAll).toContainText('2 gaps on 1 of 2 installations');
  await expect(coverage.installation('globex')).toHaveText([
    /1 Ops/,
    /1 Ops/,
    /1 Ops/,
    /1 Ops/,
    /1 Night jobs/,
    'just now',
  ]);
  await expect(coverage.installation('acme')).toHaveText([
    'Gap',
    /1 Pager/,
    /1 Pager/,
    'Gap',
    '–',
    'just now',
  ]);

  await coverage.onlyGaps.focus();
  await page.keyboard.press('Space');
  await expect(coverage.installation('globex')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(coverage.level('LOW')).toContainText('No enabled webhook receives this alert.');
  await expect(coverage.showAll).toBeHidden();

  await part.fetch('POST', '', {
    ...webhookBody('A', 'Low and clear'),
    low_alert: true,
    cleared_alert: true,
  });
  await coverage.refreshAll.click();
  await expect(coverage.ofAll).toContainText('No gaps on 2 installations');
  await expect(sidebar.root).toBeVisible();

  await page.reload();
  await expect(coverage.ofAll).toContainText('No gaps on 2 installations');
  await hookdesk.installation('acme').click();
  await hookdesk.ofInstallation('Coverage');
  await coverage.showAll.click();
  await expect(coverage.ofAll).toBeVisible();
  await Promise.all([full.close(), part.close()]);
});

test('shows the coverage as last read while all installations are refreshed', async ({
  hookdesk,
  installations: { B },
}) => {
  const { all, coverage } = hookdesk;
  await hookdesk.connectWith('globex', B, ['Ops']);
  await B.fail({ kind: 'latency', only: 'reads', milliseconds: 5_000 });
  await all.button.click();
  await all.refreshAll.click();
  await coverage.button.click();
  await expect(coverage.installation('globex').first()).toBeVisible();
  await expect(coverage.refreshAll).toBeDisabled();
  await B.fail();
});

test.describe('with old lists', () => {
  // The clock of the page cannot be set back.
  test.use({ ownContext: true });

  test('limits every claim to the installations that were read, and to the age of their lists', async ({
    hookdesk,
  }) => {
    const { compare, coverage, page, rotate } = hookdesk;
    const whole = { low_alert: true, cleared_alert: true };
    for (const [name, variant] of [
      ['globex', 'B'],
      ['acme', 'A'],
    ] as const) {
      const installation = await startInstallation(variant, { seed: 0 });
      await installation.fetch('POST', '', { ...webhookBody(variant, 'Ops'), ...whole });
      await hookdesk.connect(name, installation);
    }
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'umbrella', baseUrl: 'http://127.0.0.1:9', authToken: 'unused' });
    await dialog.add.click();
    await dialog.root.waitFor({ state: 'hidden' });

    await page.clock.setSystemTime(Date.now() + 3 * 24 * 60 * 60 * 1_000);
    await coverage.button.click();
    const claim = 'No gaps on 2 read installations; 1 never read, oldest 3 days ago';
    await expect(coverage.ofAll).toContainText(claim);
    await coverage.onlyGaps.click();
    await expect(coverage.installation('umbrella')).toContainText(['Never read.', '']);

    await hookdesk.command('Find where a secret is used');
    await rotate.value.fill('nothing-holds-this');
    await rotate.find.click();
    await expect(rotate.found).toHaveText(
      'No webhook on 2 read installations holds this value; 1 never read, oldest 3 days ago',
    );
    await rotate.close.click();

    await hookdesk.sidebar.menu('acme', 'Compare with…');
    await compare.dialog.getByRole('button', { name: 'All 2 other installations' }).click();
    await expect(compare.root.getByRole('status').first()).toHaveText(
      '1 installation same; 1 never read, oldest 3 days ago',
    );
    await expect(compare.root).toContainText(
      'No differences on 1 read installation; 1 never read, oldest 3 days ago',
    );

    await hookdesk.installation('acme').click();
    await expect(hookdesk.list.root).toContainText(/Updated [A-Z][a-z]+ \d+, \d{4}, \d+:\d\d/);
  });
});
