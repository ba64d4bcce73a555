import { expect, test } from '../fixtures/test.ts';

test('undoes edits of all tabs in reverse order, and redoes them', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('acme', B, ['Ops alerts']);
  await hookdesk.list.open('Ops alerts');
  const { page, editor } = hookdesk;
  const { keyboard } = page;
  const { headers, payload } = editor;

  await editor.name.fill('Night shift');
  await editor.severity('Low').click();
  await editor.tab('Headers');
  await headers.append('X-Team', 'ops');
  await editor.tab('Payload');
  await payload.text.focus();
  await keyboard.press('Control+End');
  await keyboard.type('!');
  await expect(payload.text).toContainText('!');

  await keyboard.press('Control+Z');
  await expect(payload.text).not.toContainText('!');
  await keyboard.press('Control+Z');
  await expect(headers.valueOf(headers.line('X-Team'))).toHaveValue('');
  await keyboard.press('Control+Z');
  await keyboard.press('Control+Z');
  await expect(headers.line('X-Team')).toBeHidden();
  await keyboard.press('Control+Z');
  await expect(editor.severity('Low')).not.toBeChecked();
  await keyboard.press('Control+Z');
  await expect(editor.name).toHaveValue('Ops alerts');
  await expect(editor.draftBadge).toBeHidden();
  await keyboard.press('Control+Z');
  await expect(hookdesk.notice('Nothing to undo')).toBeVisible();

  for (let edit = 0; edit < 6; edit += 1) await keyboard.press('Control+Shift+Z');
  await expect(payload.text).toContainText('!');
  await editor.tab('Headers');
  await expect(headers.valueOf(headers.line('X-Team'))).toHaveValue('ops');
  await editor.tab('Definition');
  await expect(editor.name).toHaveValue('Night shift');
  await expect(editor.severity('Low')).toBeChecked();
});

test('undo in the filter does not change the webhook', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await hookdesk.connectWith('acme', B, ['Ops alerts']);
  await hookdesk.list.open('Ops alerts');
  const { page, editor, list } = hookdesk;
  await editor.name.fill('Night shift');
  await list.filter.focus();
  await page.keyboard.type('abc');
  await page.keyboard.press('Control+Z');
  await expect(list.filter).not.toHaveValue('abc');
  await expect(editor.name).toHaveValue('Night shift');
});
