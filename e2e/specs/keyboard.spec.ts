import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('the main job by keyboard alone', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  const { page, editor, list, dialog } = hookdesk;
  const { keyboard } = page;

  await expect(hookdesk.welcome).toBeVisible();
  await keyboard.press('Control+K');
  await keyboard.type('Add an inst');
  await keyboard.press('Enter');
  await expect(dialog.name).toBeFocused();
  await keyboard.type('globex');
  await keyboard.press('Tab');
  await keyboard.type(B.baseUrl);
  await dialog.environment.focus();
  await keyboard.press('Enter');
  await keyboard.type('Prod');
  await keyboard.press('Enter');
  await expect(dialog.environment).toContainText('Production');
  await dialog.authToken.focus();
  await keyboard.type(B.authToken);
  await keyboard.press('Enter');
  await expect(list.rows.first()).toBeVisible();

  await keyboard.press('Control+F');
  await expect(list.filter).toBeFocused();
  await keyboard.type('zulu');
  await expect(list.rows).toHaveCount(1);
  await list.grid.focus();
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(editor.heading).toHaveText('Zulu');
  await editor.name.focus();
  await keyboard.press('Control+A');
  await keyboard.type('Zulu time');
  await keyboard.press('Control+Enter');
  await expect(editor.review.publish).toBeVisible();
  await keyboard.press('Control+Enter');
  await expect(editor.review.identical).toBeVisible();
  await keyboard.press('Escape');
  await expect(editor.heading).toHaveText('No webhook open');
  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('a template is written, previewed and tried by keyboard alone', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  await hookdesk.connect('globex', B);
  const { page, editor, list, testSend } = hookdesk;
  const { preview } = editor;
  const { keyboard } = page;

  await list.filter.focus();
  await keyboard.type('zulu');
  await expect(list.rows).toHaveCount(1);
  await list.grid.focus();
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(editor.heading).toHaveText('Zulu');
  await editor.root.getByRole('tab', { name: 'Definition' }).focus();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(preview.body).toContainText('Database size');

  await editor.template.focus();
  await keyboard.press('Control+End');
  await keyboard.type('\n%ServerN');
  await page.getByRole('option', { name: /ServerName/ }).waitFor();
  await keyboard.press('Enter');
  await expect(preview.body).toContainText('pg-orders-1');
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expect(editor.template).not.toBeFocused();

  await preview.event('HIGH').focus();
  await keyboard.press('ArrowRight');
  await expect(preview.event('CLEARED')).toBeChecked();
  await preview.test.focus();
  await keyboard.press('Enter');
  await expect(testSend.root).toBeVisible();
  await testSend.send.focus();
  await keyboard.press('Enter');
  await expect(testSend.body).toContainText('pg-orders-1');
  await keyboard.press('Escape');
  await expect(testSend.root).toBeHidden();
  await expect(preview.test).toBeFocused();
});
