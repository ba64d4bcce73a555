import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('Esc clears a filter, in its field and from the rows', async ({ hookdesk, installations }) => {
  await hookdesk.connectWith('globex', installations.B, ['Alpha', 'Zulu']);
  const { page, list, drafts, editor } = hookdesk;
  const { keyboard } = page;
  await expect(list.row('Zulu')).toBeVisible();
  const all = await list.rows.count();
  await list.filter.fill('zulu');
  await expect(list.rows).toHaveCount(1);
  await keyboard.press('Escape');
  await expect(list.filter).toHaveValue('');
  await expect(list.filter).toBeFocused();
  await expect(list.rows).toHaveCount(all);
  await keyboard.press('Escape');
  await expect(list.grid).toBeFocused();

  await list.filter.fill('zulu');
  await expect(list.rows).toHaveCount(1);
  await keyboard.press('ArrowDown');
  await expect(list.grid).toBeFocused();
  await keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await keyboard.press('Escape');
  await expect(list.grid).toBeFocused();
  await keyboard.press('Escape');
  await expect(editor.root).toBeHidden();
  await expect(list.filter).toHaveValue('zulu');
  await keyboard.press('Escape');
  await expect(list.filter).toHaveValue('');
  await expect(list.rows).toHaveCount(all);
  await expect(list.grid).toBeFocused();
  await expect(drafts.root).toBeHidden();
});

test('a key of an input method does not leave the filter', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Zulu']);
  const { filter } = hookdesk.list;
  await filter.focus();
  const isLeft = await filter.evaluate((field) => {
    const key = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
    return !field.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  expect(isLeft).toBe(false);
});

test('the focus goes to the field of a reverted edit, and to the next header after a removal', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Zulu']);
  const { editor, list } = hookdesk;
  const { headers, payload } = editor;
  const revert = editor.root.getByRole('button', { name: /^Revert to / });
  await list.open('Zulu');
  await editor.name.fill('Zulu 2');
  await revert.press('Enter');
  await expect(editor.name).toBeFocused();
  await editor.severity('Low').click();
  await revert.press('Enter');
  await expect(editor.severity('Low')).toBeFocused();

  await editor.tab('Headers');
  await headers.append('X-One', '1');
  await headers.append('X-Two', '2');
  const remove = (name: string): Promise<void> =>
    headers.line(name).getByRole('button', { name: 'Remove the header' }).press('Enter');
  await remove('X-One');
  await expect(headers.nameOf(headers.line('X-Two'))).toBeFocused();
  await remove('X-Two');
  await expect(headers.add).toBeFocused();
  await remove('X-Retired');
  await expect(headers.nameOf(headers.line('X-Retired'))).toBeFocused();

  await editor.tab('Payload');
  await editor.template.fill('{}');
  await payload.undoEdits.press('Enter');
  await expect(payload.text).toBeFocused();
});

test('F6 goes from the rows to the selection bar and back, and Clear leads back to them', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connectWith('globex', installations.B, ['Alpha', 'Zulu']);
  const { page, list, all } = hookdesk;
  await list.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('F6');
  await expect(list.chosen.getByRole('button', { name: 'Edit many…' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(list.grid).toBeFocused();
  await list.chosen.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(list.chosen).toBeHidden();
  await expect(list.grid).toBeFocused();

  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('zulu');
  await expect(all.rows).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(all.grid).toBeFocused();
  await page.keyboard.press('Space');
  await all.selected.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(all.grid).toBeFocused();
});

test('a focused column head leaves the shortcuts and the rows alone', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connectWith('globex', installations.B, ['Alpha', 'Zulu']);
  const { editor, list, page, palette } = hookdesk;
  const head = list.grid.getByRole('button', { name: 'Name', exact: true });
  await head.click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(editor.root).toBeHidden();
  await expect(list.chosen).toBeHidden();
  await page.keyboard.press('Control+A');
  await expect(list.chosen).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(palette.root).toBeVisible();
});

test('the focus goes to the rows of an added installation, and of a plan that runs and closes', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', webhookBody('B', 'Zulu'));
  const { page, list, dialog, plan } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'globex', ...B });
  await dialog.add.click();
  await expect(list.grid).toBeFocused();
  await list.filter.fill('zulu');
  await list.tick('Zulu').click();
  await list.changeChosen('Disable…');
  await plan.run.click();
  await expect(plan.end).toContainText('1 change published');
  await expect(plan.root.locator(':focus')).toHaveCount(1);
  await plan.close.press('Enter');
  await expect(list.grid).toBeFocused();
  await expect(page.locator('body:focus')).toHaveCount(0);
});

test('Ctrl and a digit switch the installation, in the order of the sidebar', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connect('acme', installations.A);
  await hookdesk.connect('globex', installations.B);
  const { page } = hookdesk;
  const current = page.locator('[data-installation][aria-current="page"]');
  await expect(current).toContainText('globex');
  await page.keyboard.press('Control+1');
  await expect(current).toContainText('acme');
  await expect(hookdesk.list.root).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(current).toContainText('globex');
  await page.keyboard.press('Control+9');
  await expect(current).toContainText('globex');
  await page.keyboard.press('Control+K');
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await page.keyboard.type('globex (B)');
  await expect(options.first()).toContainText('Ctrl 2');
});

test('a key that opens a list from the sidebar leads to the rows of the list', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connectWith('acme', installations.A, ['Alpha']);
  await hookdesk.connectWith('globex', installations.B, ['Zulu']);
  const { page, list, history, editor } = hookdesk;
  await list.open('Zulu');
  await editor.name.fill('Zulu 2');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();

  await hookdesk.installation('globex').focus();
  await page.keyboard.press('Control+1');
  await expect(list.rows.filter({ hasText: 'Alpha' })).toBeVisible();
  await expect(list.grid).toBeFocused();

  await hookdesk.installation('globex').focus();
  await page.keyboard.press('h');
  await expect(history.grid).toBeFocused();

  await hookdesk.installation('globex').focus();
  await page.keyboard.press('Control+2');
  await expect(list.rows.filter({ hasText: 'Zulu 2' })).toBeVisible();
  await expect(list.grid).toBeFocused();
  await list.filter.focus();
  await page.keyboard.press('Control+1');
  await expect(list.rows.filter({ hasText: 'Alpha' })).toBeVisible();
  await expect(list.filter).toBeFocused();
});

test('switching the installation shows the top of its list, with the first row active', async ({
  hookdesk,
  installations,
}) => {
  const names = (letter: string): string[] =>
    Array.from({ length: 40 }, (_, index) => `${letter} job ${String(index + 10)}`);
  await hookdesk.connectWith('acme', installations.A, names('AA'));
  await hookdesk.connectWith('globex', installations.B, names('AB'));
  const { editor, list, page } = hookdesk;
  await list.grid.focus();
  await page.keyboard.press('End');
  await expect(list.rows.filter({ hasText: 'AB job 10' })).toHaveCount(0);
  await page.keyboard.press('Control+1');
  await expect(list.rows.first()).toContainText('AA job 10');
  await expect(list.rows.first()).toBeInViewport();
  await expect(list.grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(editor.name).toHaveValue('AA job 11');
});

test('letters go to the next webhook with that name, and clash with no shortcut', async ({
  hookdesk,
  installations,
}) => {
  const names = ['Mike', 'Mnemonic', 'Nora', 'Zulu'];
  await hookdesk.connectWith('globex', installations.A, names);
  const { page, list, editor, settings } = hookdesk;
  const { keyboard } = page;
  const activeName = async (): Promise<string | null> => {
    const id = await list.grid.getAttribute('aria-activedescendant');
    return page.locator(`[id="${id ?? ''}"]`).textContent();
  };
  await list.grid.focus();
  await keyboard.press('Home');
  await keyboard.press('m');
  await expect.poll(activeName).toContain('Mike');
  await keyboard.press('n');
  await expect.poll(activeName).toContain('Mnemonic');
  await expect(editor.root).toBeHidden();

  await test.step('a letter that is a shortcut begins no name', async () => {
    await list.grid.press('Home');
    await keyboard.press('n');
    await expect(editor.root).toBeVisible();
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await expect(editor.root).toBeHidden();
  });

  await test.step('without single-key shortcuts it does', async () => {
    await settings.open('Appearance');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await keyboard.press('Escape');
    await list.grid.focus();
    await keyboard.press('n');
    await expect.poll(activeName).toContain('Nora');
    await expect(editor.root).toBeHidden();
  });
});

test('letters go to the next name in every other list', async ({ hookdesk, installations }) => {
  const names = ['Mike', 'Quokka', 'Zulu'];
  await hookdesk.connectWith('acme', installations.A, names);
  await hookdesk.connectWith('globex', installations.B, names);
  const { all, compare, drafts, editor, history, list, page, plan } = hookdesk;
  const { keyboard } = page;
  const active = async (grid: Locator): Promise<string | null> => {
    const id = await grid.getAttribute('aria-activedescendant');
    return page.locator(`[id="${id ?? ''}"]`).textContent();
  };

  await all.button.click();
  await all.grid.focus();
  await keyboard.press('z');
  await expect.poll(() => active(all.grid)).toContain('Zulu');
  await keyboard.press('Home');
  await keyboard.type('qu');
  await expect.poll(() => active(all.grid)).toContain('Quokka');

  await hookdesk.sidebar.row('globex').click();
  for (const name of names) {
    await list.open(name);
    await editor.name.fill(`${name} 2`);
  }
  await drafts.button.click();
  await drafts.rowButton('Mike 2').focus();
  await keyboard.press('z');
  await expect(drafts.rowButton('Zulu 2')).toBeFocused();
  // A letter after another key begins another name.
  await keyboard.press('Home');
  await keyboard.press('q');
  await expect(drafts.rowButton('Quokka 2')).toBeFocused();

  await drafts.tickAll.check();
  await drafts.publishTicked.click();
  await plan.rows.first().focus();
  await keyboard.press('z');
  await expect(plan.row('Zulu 2')).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('m');
  await expect(plan.row('Mike 2')).toBeFocused();
  await plan.run.click();
  await expect(plan.end).toBeVisible();

  await history.button.click();
  await expect(history.rows).toHaveCount(3);
  await history.grid.focus();
  for (const name of ['Zulu 2', 'Mike 2', 'Quokka 2']) {
    await keyboard.press(name.charAt(0).toLowerCase());
    await expect.poll(() => active(history.grid)).toContain(name);
    await keyboard.press('Home');
  }

  await compare.button.click();
  await compare.refer(/acme/);
  await compare.target('globex').check();
  await compare.start.click();
  await expect(compare.row('Zulu')).toBeVisible();
  await compare.grid.focus();
  await keyboard.press('z');
  await expect.poll(() => active(compare.grid)).toContain('Zulu');
});

test('letters in an open menu run no shortcut', async ({ hookdesk, installations }) => {
  await hookdesk.connectWith('globex', installations.B, ['Zulu']);
  const { page, list, editor } = hookdesk;
  await list.root.getByRole('button', { name: 'More for this installation' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('h');
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(editor.root).toBeHidden();
  await expect(hookdesk.history.root).toBeHidden();
});

test('the list of shortcuts is grouped, and menus show their keys', async ({
  hookdesk,
  installations,
}) => {
  await hookdesk.connectWith('globex', installations.B, ['Zulu']);
  const { page, list, contextMenu } = hookdesk;
  await list.grid.focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Everywhere',
    'Go to',
    'Lists',
    'Editor',
    'Template',
  ]);
  await page.keyboard.press('Escape');
  await contextMenu.open(list.row('Zulu'));
  await expect(contextMenu.items.filter({ hasText: 'Open' }).first()).toContainText('Enter');
});

test('Ctrl Enter reviews the plan of a rotation', async ({ hookdesk, installations }) => {
  await hookdesk.connectWith('globex', installations.B, ['Zulu']);
  const { page, rotate, plan } = hookdesk;
  await hookdesk.command('Rotate a secret…');
  await rotate.value.fill('fake-old-key');
  await page.keyboard.press('Enter');
  await rotate.newValue.fill('fake-key-2');
  await page.keyboard.press('Control+Enter');
  await expect(plan.row('Zulu')).toBeVisible();
});
