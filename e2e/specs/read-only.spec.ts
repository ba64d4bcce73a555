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
