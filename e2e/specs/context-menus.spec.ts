import { outsideOf } from '../fixtures/outside.ts';
import { rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';

/** Links open only in the desktop application, so the web has no `Copy link`. */
const copiesOf = (host: string): string[] => [
  'Copy name',
  'Copy id',
  'Copy URL',
  ...(host === 'web' ? [] : ['Copy link']),
  'Copy as curl (Linux, macOS)',
  'Copy as curl (PowerShell)',
];

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the menu of a webhook acts on its row, or on the selection', async ({
  hookdesk,
  host,
  installations: { B },
}) => {
  const { contextMenu, editor, list, page, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Ops', 'Ops night', 'Pager']);
  const readClipboard = (): Promise<string> => outsideOf(page).readClipboard();

  await test.step('lists all commands after a right click', async () => {
    await contextMenu.open(list.row('Ops'));
    await expect(contextMenu.labels).toHaveText([
      'Open',
      'Duplicate',
      'History',
      'Copy to…',
      'Pause until…',
      'Export…',
      'Compare with…',
      'Disable…',
      ...copiesOf(host),
      'Delete…',
    ]);
    await page.keyboard.press('Escape');
    await expect(contextMenu.root).toBeHidden();
    await expect(list.grid).toBeFocused();
    const id = await list.row('Ops').getAttribute('id');
    await expect(list.grid).toHaveAttribute('aria-activedescendant', id ?? '');
  });

  await test.step('moves to a second row that is clicked while the menu is open', async () => {
    await contextMenu.open(list.row('Ops'));
    await expect(contextMenu.root).toHaveAccessibleName('Ops');
    // Clicks beside the open menu, which starts in the middle of a row.
    await list.row('Pager').click({ button: 'right', position: { x: 4, y: 8 } });
    await expect(contextMenu.root).toHaveAccessibleName('Pager');
    await page.keyboard.press('Escape');
  });

  await test.step('opens at the active row with the menu key', async () => {
    await list.grid.focus();
    for (const key of ['ContextMenu', 'Shift+F10'] as const) {
      await contextMenu.openByKey(key);
      await expect(contextMenu.root).toHaveAccessibleName('Pager');
      await expect(contextMenu.items.first()).toBeFocused();
      const [menu, row] = [
        await contextMenu.root.boundingBox(),
        await list.row('Pager').boundingBox(),
      ];
      expect(menu?.x).toBeGreaterThanOrEqual(row?.x ?? 0);
      expect(menu?.x).toBeLessThan((row?.x ?? 0) + 60);
      await page.keyboard.press('Escape');
      await expect(list.grid).toBeFocused();
    }
  });

  await test.step('copies with masked secrets', async () => {
    await contextMenu.choose(list.row('Ops'), 'Copy name');
    await expect(hookdesk.notice('Name copied')).toBeVisible();
    expect(await readClipboard()).toBe('Ops');
    await contextMenu.choose(list.row('Ops'), 'Copy URL');
    await expect(hookdesk.notice('URL copied')).toBeVisible();
    expect(await readClipboard()).toBe('https://hooks.example.com/services/ops');
    await contextMenu.choose(list.row('Ops'), 'Copy as curl (Linux, macOS)');
    await expect(hookdesk.notice('curl for Linux and macOS copied, secrets masked')).toBeVisible();
    const command = await readClipboard();
    expect(command).toContain('Database size in server');
    expect(command).toContain('WEBHOOK_SECRET_1');
    expect(command).not.toContain('fake-old-key');
    await contextMenu.choose(list.row('Ops'), 'Copy as curl (PowerShell)');
    await expect(hookdesk.notice('curl for PowerShell copied, secrets masked')).toBeVisible();
    expect(await readClipboard()).not.toContain('fake-old-key');
  });

  await test.step('copies and duplicates the edited version of a row', async () => {
    await contextMenu.choose(list.row('Ops'), 'Open');
    await editor.name.fill('Ops, edited');
    await contextMenu.choose(list.rows.filter({ hasText: 'draft' }), 'Copy name');
    await expect.poll(readClipboard).toBe('Ops, edited');
    await contextMenu.choose(list.rows.filter({ hasText: 'draft' }), 'Duplicate');
    await expect(editor.heading).toHaveText('Ops, edited (copy)');
  });

  await test.step('acts on the whole selection from a selected row', async () => {
    await list.tick('Ops night').check();
    await list.tick('Pager').check();
    await contextMenu.open(list.row('Pager'));
    await expect(contextMenu.labels).toHaveText([
      'Export 2 selected webhooks…',
      'Copy 2 selected webhooks to other installations…',
      'Edit 2 selected webhooks together…',
      'Pause 2 selected webhooks until…',
      'Enable 2 selected webhooks…',
      'Disable 2 selected webhooks…',
      'Delete 2 selected webhooks…',
    ]);
    await contextMenu.root.getByRole('menuitem', { name: 'Disable 2 selected' }).click();
    await expect(plan.rows).toHaveCount(2);
  });
});

test('a menu that is higher than the window scrolls', async ({
  hookdesk,
  installations: { B },
}) => {
  const { contextMenu, list, page } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Ops']);
  await list.filter.fill('Ops');
  await page.setViewportSize({ width: 640, height: 400 });
  await contextMenu.open(list.row('Ops'));
  const menu = await contextMenu.root.boundingBox();
  expect(menu?.y).toBeGreaterThanOrEqual(0);
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(400);
  await page.keyboard.press('End');
  await expect(contextMenu.items.last()).toBeFocused();
  await expect(contextMenu.items.last()).toBeInViewport({ ratio: 1 });
});

test('installations, drafts, History entries and headers have context menus', async ({
  hookdesk,
  host,
  installations: { B },
}) => {
  const { contextMenu, drafts, editor, history, list, page, sidebar } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Ops']);
  const readClipboard = (): Promise<string> => outsideOf(page).readClipboard();

  await test.step('installation', async () => {
    await sidebar.row('acme').focus();
    await contextMenu.openByKey('Shift+F10');
    await expect(contextMenu.root).toHaveAccessibleName('acme');
    await expect(contextMenu.labels).toHaveText([
      'Settings…',
      'Placeholders…',
      'Coverage',
      'Pause all webhooks until…',
      'Compare with…',
      'History',
      'Open in browser',
      'Export webhooks…',
      'Export installation…',
      'Duplicate without secrets',
      'Duplicate with secrets',
      'Copy name',
      'Copy URL',
      ...(host === 'web' ? [] : ['Copy link']),
      'Remove from Hookdesk…',
    ]);
    await page.keyboard.press('Escape');
    await expect(sidebar.row('acme')).toBeFocused();
    await contextMenu.choose(sidebar.row('acme'), 'Copy URL');
    await expect.poll(readClipboard).toBe(B.baseUrl);
  });

  await test.step('header: text fields keep the menu of the browser', async () => {
    await rename(hookdesk, 'Ops', 'Ops night');
    await rename(hookdesk, 'Ops night', 'Ops day');
    await list.open('Ops day');
    await editor.tab('Headers');
    const line = editor.headers.line('X-Api-Key');
    await editor.headers.nameOf(line).click({ button: 'right' });
    await expect(contextMenu.root).toBeHidden();
    await editor.headers.valueOf(line).fill('new');
    await line.getByRole('button', { name: 'Revert' }).focus();
    await contextMenu.openByKey('ContextMenu');
    await expect(contextMenu.labels).toHaveText([
      'Show the value',
      'Revert',
      'Rotate this secret…',
      'Copy name',
      'Copy id',
      'Remove the header',
    ]);
    await contextMenu.root.getByRole('menuitem', { name: 'Copy name' }).click();
    await expect.poll(readClipboard).toBe('X-Api-Key');
    await line.getByRole('button', { name: 'Revert' }).focus();
    await contextMenu.openByKey('Shift+F10');
    await contextMenu.root.getByRole('menuitem', { name: 'Remove the header' }).click();
    await expect(editor.headers.valueOf(line)).toHaveAttribute('readonly');
  });

  await test.step('draft', async () => {
    await editor.tab('Definition');
    await editor.name.fill('Ops noon');
    await expect(editor.draftBadge).toBeVisible();
    await drafts.button.click();
    await contextMenu.choose(drafts.row('Ops noon'), 'Copy name');
    await expect.poll(readClipboard).toBe('Ops noon');
    await contextMenu.open(drafts.row('Ops noon'));
    await expect(contextMenu.labels).toHaveText([
      'Open',
      'Duplicate',
      'History',
      'Export…',
      'Move to another installation…',
      ...copiesOf(host),
      'Delete',
    ]);
    await contextMenu.root.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(editor.heading).toHaveText('Ops noon (copy)');
    await drafts.tickAll.click();
    await contextMenu.open(drafts.row('Ops noon'));
    await expect(contextMenu.labels).toHaveText([
      'Review and publish 2 selected drafts…',
      'Export 2 selected drafts…',
    ]);
    await page.keyboard.press('Escape');
    await drafts.tickAll.click();
    await contextMenu.choose(drafts.row('Ops noon (copy)'), 'Delete');
    await expect(drafts.rows).toHaveCount(1);
  });

  await test.step('entry', async () => {
    await history.button.click();
    await contextMenu.choose(history.row('Update', 'Ops day'), 'Copy URL');
    await expect(hookdesk.notice('URL copied')).toBeVisible();
    expect(await readClipboard()).toBe('https://hooks.example.com/services/ops');
    await contextMenu.choose(history.row('Update', 'Ops day'), 'Copy as curl (Linux, macOS)');
    await expect(hookdesk.notice('curl for Linux and macOS copied, secrets masked')).toBeVisible();
    expect(await readClipboard()).not.toContain('fake-old-key');
    await contextMenu.open(history.row('Update', 'Ops day'));
    await expect(contextMenu.labels).toHaveText([
      'Open entry',
      'Undo…',
      'Compare with before this',
      'History of this webhook',
      'Open webhook',
      ...copiesOf(host),
    ]);
    await contextMenu.root.getByRole('menuitem', { name: 'Open entry' }).click();
    await expect(history.entry).toContainText('Ops day');
    await history.tick('Update', 'Ops day').check();
    await history.tick('Update', 'Ops night').check();
    await contextMenu.open(history.row('Update', 'Ops day'));
    await expect(contextMenu.labels).toHaveText(['Compare', 'Undo 2 selected entries…']);
  });
});

test('the menu of a finished plan row opens its webhook and its History entry', async ({
  hookdesk,
  installations: { B },
}) => {
  const { contextMenu, editor, history, list, page, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Ops', 'Pager']);
  await list.tick('Ops').check();
  await list.tick('Pager').check();
  await list.changeChosen('Disable…');
  await plan.row('Ops').click({ button: 'right' });
  await expect(contextMenu.root).toBeHidden();
  await plan.run.click();
  await expect(plan.end).toContainText('2 changes published and verified');

  await test.step('with a right click', async () => {
    await contextMenu.open(plan.row('Pager'));
    await expect(contextMenu.root).toHaveAccessibleName('Pager');
    await expect(contextMenu.labels).toHaveText(['Open webhook', 'View in History']);
    await contextMenu.root.getByRole('menuitem', { name: 'View in History' }).click();
    await expect(history.entry).toContainText('Pager');
    await page.goBack();
  });

  await test.step('with the menu key, and the focus returns to the row', async () => {
    await plan.row('Ops').focus();
    await contextMenu.openByKey('Shift+F10');
    await page.keyboard.press('Escape');
    await expect(plan.row('Ops')).toBeFocused();
    await contextMenu.openByKey('ContextMenu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(history.entry).toContainText('Ops');
    await page.goBack();
  });

  await test.step('with its button, which is a tab stop only in the active row', async () => {
    await plan.row('Ops').click();
    await page.keyboard.press('Tab');
    await expect(plan.moreFor('Ops')).toBeFocused();
    await expect(plan.moreFor('Pager')).toHaveAttribute('tabindex', '-1');
    await contextMenu.openByKey('Enter');
    await page.keyboard.press('Enter');
    await expect(editor.name).toHaveValue('Ops');
    await expect(editor.name).toBeFocused();
  });
});
