import { z } from 'zod';
import { expectAccessible } from '../fixtures/accessible.ts';
import { secondWindow } from '../fixtures/second-window.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const Listed = z.array(z.object({ id: z.int(), name: z.string() }));

test('the palette lists recent webhooks and searches, until they are cleared or deleted @main', async ({
  hookdesk,
  installations: { B },
}) => {
  const { all, editor, list, page, palette } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Quokka'));
  await B.fetch('POST', '', webhookBody('B', 'Ops'));
  const id = Listed.parse(await B.fetch('GET', '')).find(({ name }) => name === 'Ops')?.id;
  await hookdesk.connect('globex', B);
  for (const name of ['Ops', 'Quokka']) {
    await list.open(name);
    await expect(editor.name).toHaveValue(name);
  }
  await all.button.click();
  await all.field.fill('quokka');
  await page.keyboard.press('Enter');
  await expect(all.rows).toHaveCount(1);

  await page.keyboard.press('Control+K');
  const webhooks = palette.group('Recent webhooks');
  await expect(webhooks).toHaveText(['Quokka on globex', 'Ops on globex']);
  await expect(palette.group('Recent searches')).toHaveText(['quokka']);
  await expectAccessible(hookdesk, 'palette with recent items');
  // The newest comes first, so that it takes one key.
  await page.keyboard.press('Enter');
  await expect(editor.name).toHaveValue('Quokka');
  await page.keyboard.press('Control+K');
  await expect(webhooks).toHaveText(['Ops on globex']);
  await palette.group('Recent searches').click();
  await expect(all.field).toHaveValue('quokka');

  await page.reload();
  await all.button.click();
  await page.keyboard.press('Control+K');
  await expect(webhooks).toHaveText(['Quokka on globex', 'Ops on globex']);
  await page.keyboard.press('Escape');
  await B.fetch('DELETE', String(id));
  await all.refreshAll.click();
  await expect(all.coverage).toContainText('1 of 1 installation searched, all just refreshed');
  await expect(all.row('Ops', 'globex')).toHaveCount(0);
  await page.keyboard.press('Control+K');
  await expect(webhooks).toHaveText(['Quokka on globex']);
  await page.keyboard.press('Escape');
  await hookdesk.command('Clear recent');
  await expect(hookdesk.notice('Recent webhooks, searches and files cleared')).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(palette.group('Go to').first()).toBeVisible();
  await expect(webhooks).toHaveCount(0);
  await expect(palette.group('Recent searches')).toHaveCount(0);
});

test('a search is pinned to the sidebar of every window, and unpinned there', async ({
  hookdesk,
  installations: { B },
  host,
}) => {
  const { all, page, sidebar } = hookdesk;
  for (const name of ['Quokka', 'Ops']) await B.fetch('POST', '', webhookBody('B', name));
  await hookdesk.connect('globex', B);
  await all.button.click();
  await expect(all.pin).toBeDisabled();
  await all.field.fill('quokka');
  await all.pin.click();
  await expect(all.unpin).toBeVisible();
  await expect(sidebar.current).toHaveText(['quokka']);
  await all.field.fill('ops');
  await expect(sidebar.current).toContainText(['All installations']);
  await all.pin.click();
  await expect(sidebar.pins).toHaveText(['quokka', 'ops']);
  await expectAccessible(hookdesk, 'pinned searches');

  await sidebar.row('globex').click();
  await expect(all.root).toBeHidden();
  await sidebar.pin('quokka').focus();
  await page.keyboard.press('Enter');
  await expect(all.field).toHaveValue('quokka');
  await expect(all.rows).toHaveCount(1);
  await page.reload();
  await expect(sidebar.pins).toHaveText(['quokka', 'ops']);
  if (host === 'web') {
    const second = await secondWindow(hookdesk);
    await expect(second.sidebar.pins).toHaveText(['quokka', 'ops']);
    await second.sidebar.menuOfPin('quokka', 'Unpin');
    await second.page.close();
  } else await sidebar.menuOfPin('quokka', 'Unpin');
  await expect(sidebar.pins).toHaveText(['ops']);
  await sidebar.menuOfPin('ops', 'Unpin');
  await expect(sidebar.pinned).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(sidebar.pins).toHaveText(['ops']);
});

test('a search with a secret is neither recent nor pinned', async ({
  hookdesk,
  installations: { B },
}) => {
  const { all, page, palette, sidebar } = hookdesk;
  await B.fetch('POST', '', {
    ...webhookBody('B', 'Ops'),
    url: 'https://hooks.example.com/ops?api_key=Zebra-4711-canary',
  });
  await hookdesk.connect('globex', B);
  await all.button.click();
  await all.field.fill('zebra-4711 Zebra-4711-canary');
  await page.keyboard.press('Enter');
  await expect(all.rows).toHaveCount(1);
  await page.keyboard.press('Control+K');
  await expect(palette.group('Go to').first()).toBeVisible();
  await expect(palette.group('Recent searches')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await all.pin.click();
  await expect(hookdesk.notice(/The search contains a secret value/)).toBeVisible();
  await expect(sidebar.pinned).toBeHidden();
  await expect(all.pin).toBeVisible();
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 640, height: 400 } });
  test('pinned searches stand in the sidebar', async ({ hookdesk, installations: { B } }) => {
    const { all, sidebar } = hookdesk;
    await B.fetch('POST', '', webhookBody('B', 'Ops'));
    await hookdesk.connect('globex', B);
    await hookdesk.page.keyboard.press('Control+Shift+F');
    await all.field.fill('ops');
    await all.pin.click();
    await all.field.fill('');
    await sidebar.open();
    await sidebar.pin('ops').click();
    await expect(all.field).toHaveValue('ops');
    await expect(sidebar.pinned).toBeHidden();
    await sidebar.open();
    await sidebar.menuOfPin('ops', 'Rename…');
    const { page } = hookdesk;
    await page.getByRole('dialog', { name: 'Rename this search' }).getByLabel('Name').fill('Mine');
    await page.keyboard.press('Enter');
    await expect(sidebar.pins).toHaveText(['Mine']);
  });
});
