import { startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('offers no write actions for a read-only installation', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  await A.fetch('POST', '', webhookBody('A', 'Look only'));
  const dialog = await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...A });
  await dialog.readOnly.click();
  await dialog.add.click();
  const { list, editor, page } = hookdesk;
  await list.open('Look only');
  await expect(editor.name).toHaveValue('Look only');
  await expect(editor.name).not.toBeEditable();
  await expect(editor.reviewAndPublish).toBeHidden();
  await expect(editor.root.getByRole('tab', { name: 'Review' })).toBeHidden();
  await expect(list.newWebhook).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('Control+Enter');
  await expect(editor.heading).toHaveText('Look only');
  await editor.tab('Headers');
  await expect(editor.headers.add).toBeHidden();
  await editor.tab('Payload');
  await expect(editor.template).not.toBeEditable();
  expect(A.writes().map((request) => request.method)).toEqual(['POST']);
});

test('a plan, its end and its report name what read-only installations keep', async ({
  hookdesk,
}) => {
  const acme = await startInstallation('B', { seed: 0 });
  const initech = await startInstallation('B', { seed: 0 });
  for (const [name, there, count] of [
    ['acme', acme, 2],
    ['initech-ro', initech, 4],
  ] as const) {
    for (let at = 1; at <= count; at += 1) {
      await there.fetch('POST', '', webhookBody('B', `Ops ${at}`));
    }
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name, ...there });
    if (there === initech) await dialog.readOnly.click();
    await dialog.add.click();
    await dialog.root.waitFor({ state: 'hidden' });
  }
  const { all, editMany, page, pauseDialog, plan } = hookdesk;
  await all.button.click();
  await expect(all.rows).toHaveCount(6);
  const selectAll = async (): Promise<void> => {
    for (const row of await all.rows.all()) await row.getByRole('checkbox').check();
  };
  await selectAll();
  await all.selected.getByRole('button', { name: 'Edit many…' }).click();
  await expect(editMany.leftOut).toHaveText('initech-ro is read-only: 4 webhooks are not changed');
  await expect(editMany.rows).toHaveCount(2);
  await expect(editMany.root.getByRole('heading', { level: 2, name: 'acme' })).toBeVisible();
  await expect(editMany.root.getByTitle('Environment: production')).toBeVisible();
  await editMany.close.click();

  await selectAll();
  await all.selected.getByRole('button', { name: 'Pause until…' }).click();
  await expect(pauseDialog.root).toContainText(
    'initech-ro is read-only: 4 webhooks are not changed',
  );
  await page.keyboard.press('Escape');

  await selectAll();
  await all.disableSelected.click();
  await expect(plan.leftOut).toHaveText('initech-ro is read-only: 4 webhooks are not changed');
  await expect(plan.installation('initech-ro')).toContainText('read-only');
  await expect(plan.root).not.toContainText('could not be read');
  await expect(plan.root.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(plan.run).toHaveText('Publish 2 changes on acme');
  await plan.run.click();
  await expect(plan.end).toContainText('initech-ro is read-only: 4 webhooks were not changed');
  await expect(plan.leftOut).toHaveCount(0);
  const { text } = await plan.save('Save as text');
  expect(text).toContain('initech-ro is read-only: 4 webhooks were not changed.');
  expect(acme.writes().filter(({ method }) => method === 'PUT')).toHaveLength(2);
  expect(initech.writes().filter(({ method }) => method === 'PUT')).toHaveLength(0);

  await plan.close.click();
  await selectAll();
  await all.deleteSelected();
  await expect(plan.leftOut).toHaveText('initech-ro is read-only: 4 webhooks are not deleted');
  await acme.close();
  await initech.close();
});
