import { expectAccessible } from '../fixtures/accessible.ts';
import { changeThree, heldAt, idOf, watchCurrent } from '../fixtures/changes-by-others.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const zulus = async (installation: Installation): Promise<string[]> =>
  (await heldAt(installation))
    .filter(({ name }) => name.startsWith('Zulu'))
    .map(({ name, enabled }) => `${name} ${enabled ? 'on' : 'off'}`)
    .sort();

test('lists what others changed on watched installations, and undoes it by a plan @main', async ({
  hookdesk,
  installations: { A, B },
}) => {
  const { changes, elsewhere, plan } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await changes.entry.click();
  await expect(changes.root).toContainText('Turn on “Watch for changes”');
  await changes.root.getByRole('button', { name: 'Settings of acme…' }).click();
  await hookdesk.dialog.watch('Every 15 minutes');
  await hookdesk.dialog.save.click();
  await hookdesk.dialog.root.waitFor({ state: 'hidden' });
  await hookdesk.connectWith('globex', A, ['Alpha']);
  await watchCurrent(hookdesk);
  await changeThree(B);
  await A.fetch('PUT', await idOf(A, 'Alpha'), { name: 'Alpha 2' });

  await changes.entry.click();
  await changes.refresh.click();
  await expect(changes.rows).toHaveCount(4);
  await expect(changes.root).toContainText(
    '4 webhooks on 2 installations. 2 installations watched.',
  );
  await expect(changes.entry).toHaveText(/Changes\s*4/);
  await expect(changes.row('Zulu night')).toContainText('Deleted elsewhere');
  await expect(changes.row('Zulu new')).toContainText('New elsewhere');
  await expect(changes.row('Alpha 2')).toContainText(/globex.*Name/);
  await changes.row('acme').filter({ hasText: 'Enabled' }).click();
  await expect(elsewhere.pane).toContainText('Enabled');
  await expect(changes.root).toBeVisible();

  await elsewhere.undo.click();
  await expect(plan.root).toContainText('Undo 1 change by others');
  await plan.run.click();
  await expect(plan.end).toContainText('1 change undone and verified');
  await plan.close.click();
  await expect(changes.rows).toHaveCount(3);
  for (const name of ['Zulu night', 'Zulu new']) {
    await changes.row(name).click();
    await elsewhere.undo.click();
    await expect(plan.rows).toHaveCount(1);
    await plan.run.click();
    await expect(plan.end).toBeVisible();
    await plan.close.click();
    await expect(changes.row(name)).toHaveCount(0);
  }
  expect(await zulus(B)).toEqual(['Zulu night on', 'Zulu on']);
  await expect(changes.rows).toHaveCount(1);
});

test('takes an earlier version into a draft, and sends nothing', async ({
  hookdesk,
  installations: { B },
}) => {
  const { changes, editor, elsewhere } = hookdesk;
  await hookdesk.connectWith('acme', B, ['Zulu']);
  await watchCurrent(hookdesk);
  await B.fetch('PUT', await idOf(B, 'Zulu'), { name: 'Zulu renamed' });
  const before = B.writes().length;
  await changes.entry.click();
  await changes.refresh.click();
  await changes.row('Zulu renamed').click();
  await elsewhere.takeIntoDraft.click();
  await expect(editor.name).toHaveValue('Zulu');
  await expect(editor.draftBadge).toBeVisible();
  await expect(changes.row('Zulu renamed')).toBeVisible();
  await hookdesk.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(editor.name).toHaveValue('Zulu renamed');
  expect(B.writes()).toHaveLength(before);
});

test('is used by keyboard, and Esc returns to the row', async ({
  hookdesk,
  installations: { B },
}) => {
  const { changes, elsewhere, page } = hookdesk;
  const { keyboard } = page;
  await hookdesk.connectWith('acme', B, ['Zulu', 'Zulu night']);
  await watchCurrent(hookdesk);
  await changeThree(B);
  await hookdesk.command('Changes by others');
  await keyboard.press('F5');
  await expect(changes.rows).toHaveCount(3);
  await changes.rows.first().focus();
  await keyboard.press('ArrowDown');
  await expect(changes.rows.nth(1)).toBeFocused();
  await keyboard.press('Enter');
  await expect(elsewhere.pane).toBeVisible();
  await expect(elsewhere.pane.getByRole('heading').first()).toBeFocused();
  await keyboard.press('Escape');
  await expect(elsewhere.pane).toBeHidden();
  await expect(changes.rows.nth(1)).toBeFocused();

  await changes.allSeen.focus();
  await keyboard.press('Enter');
  await expect(changes.root).toContainText('No changes by others');
  await expect(changes.entry).toHaveText(/^\s*Changes\s*$/);
  await changes.entry.click();
  await changes.refresh.click();
  await expect(changes.root).toContainText('1 installation watched');
  await expect(changes.rows).toHaveCount(0);
});

test('says which watched installation rejected the sign-in, and goes on with a new auth token', async ({
  hookdesk,
}) => {
  const there = await startInstallation('B', { users: { ops: 'fake-password' } });
  const { changes, tokenBanner } = hookdesk;
  await there.fetch('POST', '', webhookBody('B', 'Zulu'));
  const first = await there.newToken();
  await hookdesk.connectByDialog('acme', { ...there, authToken: first });
  await watchCurrent(hookdesk);
  await there.endToken(first);
  await changes.entry.click();
  await changes.refresh.click();
  await expect(changes.unread).toContainText('acme rejected the sign-in');
  await expect(changes.unread).toContainText('are unknown');
  await expectAccessible(hookdesk, 'a watched installation that needs a sign-in');
  await changes.unread.getByRole('button', { name: 'Sign in at acme…' }).click();
  await tokenBanner.newToken.fill(await there.newToken());
  await tokenBanner.goOn.click();
  await expect(tokenBanner.root).toBeHidden();
  await changes.entry.click();
  await expect(changes.unread).toHaveCount(0);
  await expect(changes.root).toContainText('What others change on a watched installation');
  await there.close();
});
