import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('what nobody receives is said, and so are equal targets', async ({ hookdesk }) => {
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
