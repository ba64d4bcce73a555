import { startInstallation } from '../fixtures/installation.ts';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { expectLaidOut } from '../fixtures/layout.ts';
import { test as runTest } from '../fixtures/runs.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const variantsInWords =
  'Variant A is the interface of release 6.0; variant B is that of release 14.0, with webhooks for jobs and only the methods POST and PUT.';

runTest('a missing keychain is reported once, with its cause', async ({ run, acme }) => {
  const hookdesk = await run(noKeychain);
  const { page, vault, dialog, list, editor } = hookdesk;
  const cause = page
    .getByText(/No keychain is available in this session/)
    .filter({ visible: true });
  const unsaved = page.getByText(/not saved to disk|in memory/i).filter({ visible: true });
  await expect(vault.banner).toContainText('No secret storage selected. No keychain is available');
  await expect(cause).toHaveCount(1);

  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...acme });
  expect(await dialog.noteOf(dialog.authToken)).toBe('Hookdesk asks where to store it.');
  await dialog.add.click();
  await expect(vault.placeDialog).toContainText('No keychain is available');
  await expect(cause).toHaveCount(1);
  await vault.chooseMemory();
  await expect(list.grid).toBeFocused();
  await expect(vault.banner).toContainText('So are drafts and History.');

  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await editor.name.fill('Edited without a keychain');
  await expect(hookdesk.statusBar).toContainText('1 draft, not saved to disk');
  await expect(unsaved.filter({ hasNot: page.getByText('1 draft') })).toHaveCount(1);
});

runTest('the dialog for secret storage gives the focus back', async ({ run }) => {
  const { page, vault } = await run(noKeychain);
  await vault.act('Select secret storage…');
  await expect(vault.placeDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(vault.banner.getByRole('button', { name: 'Select secret storage…' })).toBeFocused();
});

for (const [width, height] of [
  [640, 400],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`from an empty data folder to the first publish, by keyboard, at ${width} by ${height}`, async ({
    hookdesk,
    installations,
  }) => {
    const { B } = installations;
    await B.fetch('POST', '', webhookBody('B', 'Aardvark'));
    const { page, dialog, list, editor } = hookdesk;
    const { keyboard } = page;
    const before = page.viewportSize();
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: 'Add an installation…' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(dialog.root).toContainText(variantsInWords);
    await dialog.addByKeyboard('globex', B);

    await expect(list.grid).toBeFocused();
    await expect(list.nextStep).toContainText('open a webhook to edit it, or create one');
    await expect(list.nextStep).toBeInViewport({ ratio: 1 });
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await expect(editor.name).toBeFocused();
    await expect(list.nextStep).toBeHidden();
    await keyboard.press('End');
    await keyboard.type(' of the night');
    await expect(editor.draftBadge).toBeVisible();
    await keyboard.press('Control+Enter');
    await expect(editor.review.changes).toBeVisible();
    await pressKeysOf(editor.review.publish);
    await expect(editor.review.identical).toBeVisible();
    expect(B.writes().map(({ method }) => method)).toEqual(['POST', 'PUT']);

    await expect(editor.review.backToList).toBeInViewport({ ratio: 1 });
    await editor.review.backToList.press('Enter');
    await expect(editor.root).toBeHidden();
    await expect(list.grid).toBeFocused();
    await expect(list.nextStep).toBeHidden();
    if (before !== null) await page.setViewportSize(before);
  });
}

test('an installation without webhooks offers to create the first one', async ({ hookdesk }) => {
  const empty = await startInstallation('B', { seed: 0 });
  const { page, dialog, list, editor } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'empty', ...empty });
  await dialog.add.click();
  const create = list.root.getByRole('button', { name: 'New webhook' }).last();
  await expect(create).toBeFocused();
  await expect(list.nextStep).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await page.keyboard.type('The first');
  await expect(editor.draftBadge).toBeVisible();
  await empty.close();
});

test('practice installations start by keyboard, and an alert is one step after publishing', async ({
  hookdesk,
}) => {
  const { page, list, editor, practice } = hookdesk;
  await expect(hookdesk.welcome).toBeVisible();
  await expect(page.getByText(variantsInWords)).toBeVisible();
  await expectLaidOut(page, 'welcome');
  await page.getByRole('button', { name: 'Start two practice installations' }).press('Enter');
  await expect(list.grid).toBeFocused();
  await expectLaidOut(page, 'list of a newcomer');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(editor.name).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' 2');
  await page.keyboard.press('Control+Enter');
  await expect(editor.review.changes).toBeVisible();
  await pressKeysOf(editor.review.publish);
  await expect(editor.review.identical).toBeVisible();
  await expectLaidOut(page, 'after the first publish');
  await editor.review.simulateAlert.press('Enter');
  await expect(practice.root).toBeVisible();
});
