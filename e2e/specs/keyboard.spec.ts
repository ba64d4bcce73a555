import { keysWork, pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('connects, edits and publishes by keyboard alone', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  const { page, editor, list, dialog } = hookdesk;
  const { keyboard } = page;

  await expect(hookdesk.welcome).toBeVisible();
  await keyboard.press('Control+K');
  await keyboard.type('Add an inst');
  await keyboard.press('Enter');
  await dialog.addByKeyboard('globex', B);
  await expect(list.rows.first()).toBeVisible();

  await keyboard.press('Control+F');
  await expect(list.filter).toBeFocused();
  await keyboard.type('zulu');
  await expect(list.rows).toHaveCount(1);
  await keyboard.press('ArrowDown');
  await expect(list.grid).toBeFocused();
  await keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await expect(editor.heading).toHaveText('Zulu');
  await keyboard.press('Control+A');
  await keyboard.type('Zulu time');
  await keyboard.press('Control+Enter');
  await pressKeysOf(editor.review.publish);
  await expect(editor.review.identical).toBeVisible();
  await expect(editor.review.result).toBeFocused();
  await keyboard.press('Escape');
  await expect(editor.root).toBeHidden();
  await expect(list.grid).toBeFocused();
  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('a held or doubled Ctrl Enter opens the review, and publishes nothing', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Zulu']);
  const { drafts, editor, list, page, plan } = hookdesk;
  const { keyboard } = page;
  const before = B.writes().length;
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  await keyboard.down('Control');
  await keyboard.down('Enter');
  await keysWork(editor.review.publish);
  // A key that is down already repeats.
  await keyboard.down('Enter');
  await keyboard.up('Enter');
  await keyboard.up('Control');
  await expect(editor.review.publish).toBeEnabled();
  expect(B.writes()).toHaveLength(before);

  await editor.tab('Definition');
  // Two presses at once: no time passes between them.
  await editor.root.evaluate(async (root) => {
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    for (let count = 0; count < 2; count += 1) {
      root.dispatchEvent(new KeyboardEvent('keydown', press));
      await Promise.resolve();
    }
  });
  await keysWork(editor.review.publish);
  await expect(editor.review.publish).toBeEnabled();
  expect(B.writes()).toHaveLength(before);

  await drafts.button.click();
  await drafts.tickAll.click();
  // The selected drafts have the focus, and not the review beside them.
  await expect(editor.review.publish).toBeVisible();
  await keyboard.down('Control');
  await keyboard.down('Enter');
  await keysWork(plan.run);
  await keyboard.down('Enter');
  await keyboard.up('Enter');
  await keyboard.up('Control');
  await expect(plan.run).toBeEnabled();
  expect(B.writes()).toHaveLength(before);
  await pressKeysOf(plan.run);
  await expect(plan.end).toContainText('1 change published');
});

test('edits, previews and tests a template by keyboard alone', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Zulu']);
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
  await expect(editor.name).toBeFocused();
  await keyboard.press('Control+PageDown');
  await expect(editor.tabOf('Headers')).toBeFocused();
  await keyboard.press('Control+PageDown');
  await expect(editor.tabOf('Payload')).toBeFocused();
  await expect(preview.body).toContainText('Database size');
  await keyboard.press('Control+PageUp');
  await expect(editor.tabOf('Headers')).toBeFocused();
  await hookdesk.command('Payload of “Zulu”');
  await expect(editor.tabOf('Payload')).toBeFocused();

  await editor.template.focus();
  await keyboard.press('Control+End');
  await keyboard.type('\n%ServerN');
  await page.getByRole('option', { name: /ServerName/ }).waitFor();
  await keyboard.press('Enter');
  await expect(preview.body).toContainText('pg-orders-1');
  // Once too often against a popup: the letters after it are no shortcuts.
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await keyboard.type('n?');
  await expect(preview.body).toContainText('pg-orders-1n?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expect(editor.template).not.toBeFocused();

  await preview.event.focus();
  await keyboard.press('Enter');
  await page.getByRole('option', { name: 'CLEARED' }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(preview.event).toContainText('CLEARED');
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

test('a URL is found, changed and published with a few keys', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Zulu']);
  const { page, editor, list } = hookdesk;
  const { review } = editor;
  let presses = 0;
  const press = async (key: string): Promise<void> => {
    presses += 1;
    await page.keyboard.press(key);
  };

  await press('Control+F');
  await page.keyboard.type('zulu');
  await press('Enter');
  await expect(list.grid).toBeFocused();
  await press('Enter');
  await expect(editor.name).toBeFocused();
  await press('Tab');
  await page.keyboard.type('https://hooks.example.com/zulu');
  await press('Control+Enter');
  await expect(review.changes.getByRole('heading')).toBeFocused();
  await keysWork(review.publish);
  await press('Control+Enter');
  await expect(review.result).toBeFocused();
  await expect(review.result).toContainText('URL changed from');
  expect(presses).toBeLessThanOrEqual(20);

  // A live region would repeat what the focus announces.
  const live = page.getByRole('status').or(page.getByRole('alert'));
  await expect(live.filter({ hasText: 'Published and verified' })).toHaveCount(0);
  const held = (await B.fetch('GET', '')) as { name: string; url: string }[];
  expect(held.find(({ name }) => name === 'Zulu')?.url).toBe('https://hooks.example.com/zulu');
});

test('Esc goes back to the row, also after a refresh', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await hookdesk.connect('globex', B);
  const { page, editor, list } = hookdesk;
  const { keyboard } = page;
  const row = list.rows.nth(3);
  const id = (await row.getAttribute('id')) ?? '?';

  await list.grid.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) {
    await keyboard.press(key);
  }
  await expect(editor.name).toBeFocused();
  await keyboard.press('F5');
  await expect(list.readAgain).toBeEnabled();
  await keyboard.press('Escape');
  await expect(list.grid).toBeFocused();
  await expect(list.grid).toHaveAttribute('aria-activedescendant', id);
  await expect(row).toHaveAttribute('aria-current', 'true');
  await keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await editor.root.getByRole('tab', { name: 'Headers' }).focus();
  await keyboard.press('Escape');
  await expect(editor.root).toBeHidden();
  await expect(list.grid).toBeFocused();
  await expect(list.grid).toHaveAttribute('aria-activedescendant', id);
});

test('Ctrl F selects the text of the filter', async ({ hookdesk, installations }) => {
  await hookdesk.connect('globex', installations.B);
  const { page, list, history } = hookdesk;
  await list.filter.fill('nothing');
  await page.keyboard.press('Control+F');
  await page.keyboard.type('hook');
  await expect(list.filter).toHaveValue('hook');
  await history.button.click();
  await page.keyboard.press('Control+F');
  await expect(history.filter).toBeFocused();
});

test('a result is announced if the user works in another pane', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Zulu']);
  const { editor, list } = hookdesk;
  await list.open('Zulu');
  await editor.name.fill('Zulu time');
  await editor.reviewAndPublish.click();
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 2_000 });
  await editor.review.publish.click();
  await list.filter.focus();
  await expect(hookdesk.notice('“Zulu time”: Published and verified')).toBeVisible();
  await expect(list.filter).toBeFocused();
});

test('single-key shortcuts can be turned off', async ({ hookdesk, installations }) => {
  await hookdesk.connect('globex', installations.B);
  const { page, editor, list, settings, history } = hookdesk;
  await settings.open('Appearance');
  await settings.singleKeys.uncheck();
  await page.keyboard.press('Escape');
  await expect(settings.root).toBeHidden();
  for (const key of ['n', '?', 'h']) await page.keyboard.press(key);
  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  for (const key of ['n', '?', 'h']) await page.keyboard.press(key);
  await expect(editor.root).toBeHidden();
  await expect(history.root).toBeHidden();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeHidden();

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(keys).toContainText('Single-key shortcuts are off.');
  await expect(keys).not.toContainText('New webhook');
  await keys.getByRole('button', { name: 'Change in Settings' }).click();
  await settings.singleKeys.check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(editor.name).toBeFocused();
});

test('shortcuts do nothing while a dialog is open', async ({ hookdesk, installations }) => {
  await hookdesk.connect('globex', installations.B);
  const { page, drafts, editor, settings, list } = hookdesk;
  const palette = page.getByRole('combobox', { name: 'Search or run a command' });
  await settings.open();
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Escape');
  await expect(settings.root).toBeHidden();
  await expect(palette).toBeHidden();

  await list.newWebhook.click();
  await editor.name.fill('Fresh');
  await drafts.button.click();
  await drafts.row('Fresh').getByRole('button', { name: 'More for Fresh' }).click();
  await page.getByRole('menuitem', { name: 'Move to another installation…' }).click();
  await expect(drafts.moving).toBeVisible();
  for (const key of ['Control+K', 'n', 'Control+,']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await expect(palette).toBeFocused();
  await page.keyboard.press('Control+K');
  await expect(palette).toBeHidden();
});

test('keys go to a palette or menu that was just opened', async ({ hookdesk, installations }) => {
  await hookdesk.connect('globex', installations.B);
  const { contextMenu, page, list } = hookdesk;
  await list.grid.focus();
  await page.keyboard.press('Home');
  // A busy window draws no frame for a while.
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = (callback) =>
      Number(globalThis.setTimeout(callback, 3_000, performance.now()));
  });
  await page.keyboard.press('Control+K');
  await page.keyboard.type('zzz');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveValue('zzz');
  await page.keyboard.press('Escape');
  await expect(list.grid).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('End');
  await expect(contextMenu.items.last()).toBeFocused();
});
