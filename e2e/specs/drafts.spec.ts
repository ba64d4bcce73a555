import type { Locator } from '@playwright/test';
import { startInstallation } from '../fixtures/installation.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';
import { filesHolding } from '#test-support/files-in.ts';

const keychainHere =
  process.platform !== 'linux' || process.env.DBUS_SESSION_BUS_ADDRESS !== undefined;

test.describe('after a restart', () => {
  test.beforeEach(({}, testInfo) => {
    testInfo.skip(testInfo.project.name !== 'web', 'starts the web host twice');
    testInfo.skip(!keychainHere, 'there is no keychain in this session');
  });

  test('drafts and their base are restored after the host was killed @main', async ({
    page,
    dataFolder,
  }) => {
    const installation = await startInstallation('B');
    await installation.fetch('POST', '', webhookBody('B', 'Pager night'));
    const first = await startWebHost(dataFolder);
    await page.goto(first.address);
    const hookdesk = new Hookdesk(page);
    const { list, editor, drafts } = hookdesk;
    await hookdesk.connect('acme', installation);
    await list.open('Pager night');
    await editor.name.fill('Pager canary-71be90');
    await editor.tab('Headers');
    await editor.headers.remove('X-Retired');
    await list.newWebhook.click();
    await editor.url.fill('https://new.example.com/hook');
    await page.keyboard.press('Control+S');
    await expect(hookdesk.notice('Edits saved to disk')).toBeVisible();
    await first.kill();
    expect(filesHolding(dataFolder, 'canary-71be90')).toEqual([]);

    const second = await startWebHost(dataFolder);
    await page.goto(second.address);
    await expect(drafts.button).toContainText('2');
    await drafts.button.click();
    await expect(drafts.rows).toHaveCount(2);
    await expect(drafts.row('Pager canary-71be90')).toContainText('name, without header X-Retired');
    await drafts.search.fill('canary');
    await expect(drafts.rows).toHaveCount(1);
    await drafts.open('Pager canary-71be90');
    await expect(editor.name).toHaveValue('Pager canary-71be90');
    await expect(editor.draftBadge).toBeVisible();
    await editor.reviewAndPublish.click();
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
    await drafts.search.fill('');
    await expect(drafts.rows).toHaveCount(1);
    const update = installation.writes().at(-1);
    expect(update?.method).toBe('PUT');
    expect(JSON.parse(update?.body ?? '')).toMatchObject({ name: 'Pager canary-71be90' });
    await second.end();
    await installation.close();
  });

  for (const tab of ['Definition', 'Payload'] as const) {
    test(`the last key before Ctrl+C is restored on the tab ${tab}`, async ({
      page,
      dataFolder,
    }) => {
      const installation = await startInstallation('B');
      await installation.fetch('POST', '', webhookBody('B', 'Pager night'));
      const first = await startWebHost(dataFolder);
      await page.goto(first.address);
      const hookdesk = new Hookdesk(page);
      const { list, editor, drafts } = hookdesk;
      const field = (): Locator => (tab === 'Payload' ? editor.payload.text : editor.name);
      await hookdesk.connect('acme', installation);
      await list.open('Pager night');
      await editor.tab(tab);
      await field().click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('canary-5d');
      await page.keyboard.press('7');
      await first.interrupt();
      await expect(page.getByText('Hookdesk is closed', { exact: true })).toBeVisible();
      await expect(page.getByText('Your edits are saved')).toBeVisible();

      const second = await startWebHost(dataFolder);
      await page.goto(second.address);
      await drafts.button.click();
      await drafts.open(tab === 'Payload' ? 'Pager night' : 'Pager nightcanary-5d7');
      await editor.tab(tab);
      if (tab === 'Payload') await expect(field()).toContainText('canary-5d7');
      else await expect(field()).toHaveValue('Pager nightcanary-5d7');
      await second.end();
      await installation.close();
    });
  }
});

test('a reload keeps all edits, also the one right before the reload', async ({
  hookdesk,
  installations,
  host,
}, testInfo) => {
  testInfo.skip(host === 'stand-in', 'its ports deliver in a task, which a reload may prevent');
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Pager night']);
  const { list, editor, drafts, page } = hookdesk;
  await list.open('Pager night');
  await editor.name.fill('Pager day');
  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  await expect(drafts.button).toContainText('1');
  await list.open('Pager night');
  await expect(editor.name).toHaveValue('Pager day');
  await editor.discard.click();
  await expect(editor.name).toHaveValue('Pager night');
  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  await expect(drafts.button).toHaveText('Drafts');
});

test('a draft moves with a list of its lost fields, and Undo moves it back', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  await B.fetch('POST', '', { ...webhookBody('B', 'Pager night'), payload_type: 'JOB' });
  await hookdesk.connect('initech', A);
  await hookdesk.connect('globex', B);
  const { list, editor, drafts, page } = hookdesk;
  await list.open('Pager night');
  await editor.name.fill('Pager day');
  await drafts.button.click();
  await expect(drafts.head('globex')).toContainText('1 draft');
  const said = await drafts.move('Pager day', 'initech (A)');
  expect(said).toContain('The draft creates a new webhook.');
  expect(said).toContain('Payload type is dropped (not supported by variant A).');
  await expect(drafts.head('initech')).toContainText('1 draft');
  await expect(drafts.head('globex')).toHaveCount(0);
  await expect(editor.draftBadge).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(drafts.head('globex')).toContainText('1 draft');
  await drafts.move('Pager day', 'initech (A)');
  await expect(drafts.head('initech')).toContainText('1 draft');
  await drafts.open('Pager day');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(A.writes().map(({ method }) => method)).toEqual(['POST']);
  expect(B.writes().map(({ method }) => method)).toEqual(['POST']);
});

test('a new webhook becomes a draft with the first edit, and leaves nothing behind before', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Ops']);
  const { list, editor, drafts, page } = hookdesk;
  await list.newWebhook.click();
  await expect(editor.heading).toHaveText('New webhook');
  await expect(editor.draftBadge).toBeHidden();
  await expect(editor.name).toBeVisible();
  await list.open('Ops');
  await expect(editor.heading).toHaveText('Ops');
  await expect(list.newDrafts).toHaveCount(0);
  await list.newWebhook.click();
  await page.reload();
  await expect(list.row('Ops')).toBeVisible();
  await drafts.button.click();
  await expect(drafts.button).toHaveText('Drafts');
  await expect(drafts.rows).toHaveCount(0);
  await hookdesk.installation('globex').click();
  await list.newWebhook.click();
  await editor.name.press('P');
  await expect(list.newDrafts).toContainText('P');
  await expect(drafts.button).toContainText('1');
});

test('a draft is duplicated, deleted and restored', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await hookdesk.connect('globex', B);
  const { list, editor, drafts, page } = hookdesk;
  await list.newWebhook.click();
  await editor.name.fill('Pager night');
  await drafts.button.click();
  await drafts.menu('Pager night', 'Duplicate');
  await expect(editor.name).toHaveValue('Pager night (copy)');
  await expect(drafts.rows).toHaveCount(2);
  await drafts.menu('Pager night', 'Delete');
  await expect(drafts.rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(drafts.row('Pager night')).toHaveCount(1);
  // A reload asks for confirmation until the host responds to the delete.
  await page.keyboard.press('ControlOrMeta+S');
  await expect(hookdesk.notice('Edits saved to disk')).toBeVisible();
  await page.reload();
  await expect(drafts.button).toContainText('2');
  expect(B.writes()).toEqual([]);
});

test('drafts are selected, opened, published and discarded with the keyboard only', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  const names = ['Ops', 'Pager', 'Relay'];
  for (const name of names) await B.fetch('POST', '', webhookBody('B', name));
  await A.fetch('POST', '', webhookBody('A', 'Ticket'));
  const { list, editor, drafts, page } = hookdesk;
  const { keyboard } = page;
  await hookdesk.connect('acme', B);
  for (const name of names) {
    await list.open(name);
    await editor.severity('Low').check();
  }
  await hookdesk.connect('globex', A);
  await list.open('Ticket');
  await editor.severity('Low').check();
  await drafts.button.click();
  await expect(drafts.rows).toHaveCount(4);
  await keyboard.press('Escape');
  await expect(editor.root).toBeHidden();
  const focused = (name: string): Promise<void> => expect(drafts.rowButton(name)).toBeFocused();

  await test.step('moves from the filter to the rows, which are one tab stop', async () => {
    await keyboard.press('Control+F');
    await expect(drafts.search).toBeFocused();
    await keyboard.press('ArrowDown');
    await focused('Relay');
    await keyboard.press('End');
    await focused('Ticket');
    await keyboard.press('Home');
    await focused('Relay');
    await keyboard.press('ArrowDown');
    await focused('Pager');
    await expect(drafts.root.locator('[data-row][tabindex="0"]')).toHaveCount(1);
  });

  await test.step('selects with Space: a row, a range and a whole installation', async () => {
    await keyboard.press('Space');
    await expect(drafts.tick('Pager')).toBeChecked();
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+Space');
    await expect(drafts.tick('Ops')).toBeChecked();
    await expect(drafts.tick('Relay')).not.toBeChecked();
    await expect(drafts.tickOf('acme')).toHaveAttribute('aria-checked', 'mixed');
    await drafts.tickOf('acme').focus();
    await keyboard.press('Space');
    await expect(drafts.tick('Relay')).toBeChecked();
    await expect(drafts.tick('Ticket')).not.toBeChecked();
  });

  await test.step('says how many selected drafts the filter hides, and keeps them', async () => {
    await drafts.search.fill('Pager');
    await expect(drafts.rows).toHaveCount(1);
    await expect(drafts.bar).toContainText('3 drafts, 2 of them not shown, on acme');
    await expect(drafts.publishTicked).toHaveText('Review and publish 3 drafts…');
    await hookdesk.contextMenu.open(drafts.row('Pager'));
    await expect(hookdesk.contextMenu.labels).toHaveText([
      'Review and publish 3 selected drafts…',
      'Export 3 selected drafts…',
    ]);
    await keyboard.press('Escape');
    await drafts.search.fill('no such draft');
    await expect(drafts.bar).toContainText('3 drafts, 3 of them not shown, on acme');
    await drafts.search.fill('');
    await expect(drafts.bar).not.toContainText('not shown');
  });

  await test.step('opens the editor with Enter, and returns to the row with Esc', async () => {
    await drafts.rowButton('Ops').focus();
    await keyboard.press('ArrowUp');
    await focused('Pager');
    await keyboard.press('Enter');
    await expect(editor.name).toBeFocused();
    await keyboard.press('Escape');
    await focused('Pager');
  });

  await test.step('focuses the next row after publishing', async () => {
    await keyboard.press('Enter');
    await expect(editor.name).toBeFocused();
    await keyboard.press('Control+Enter');
    await pressKeysOf(editor.review.publish);
    await expect(editor.review.identical).toBeVisible();
    await expect(drafts.rows).toHaveCount(3);
    await keyboard.press('Escape');
    await expect(editor.root).toBeHidden();
    await focused('Ops');
  });

  await test.step('focuses the next row after discarding in the editor', async () => {
    await keyboard.press('Enter');
    await expect(editor.name).toBeFocused();
    await editor.discard.focus();
    await keyboard.press('Enter');
    await expect(drafts.rows).toHaveCount(2);
    await keyboard.press('Escape');
    await focused('Ticket');
  });

  await test.step('focuses the next row after deleting with the row menu', async () => {
    await keyboard.press('Home');
    await focused('Relay');
    await keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(drafts.rows).toHaveCount(1);
    await focused('Ticket');
  });
});
