import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('shows levels without a receiver, and webhooks with the same URL', async ({ hookdesk }) => {
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
  await expect(coverage.level('LOW')).toContainText('No enabled webhook receives it.');
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
  await expect(coverage.level('LOW')).toContainText('No enabled webhook receives it.');
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
