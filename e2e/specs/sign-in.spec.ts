import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const password = 'canary-password-7c1e';

test('signs in when needed, shows it in the sidebar, and signs out on request and on removal @main', async ({
  hookdesk,
}) => {
  const there = await startInstallation('B', { users: { ops: password } });
  const { dialog, sidebar, list, page } = hookdesk;
  const tokenRequests = () =>
    there.received.filter(({ path }) => path === '/api/token/').map(({ method }) => method);
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl });
  await dialog.signInAs('ops', password);
  await dialog.test.click();
  await expect(dialog.steps).toContainText(['Signed in as ops', '12 webhooks read']);
  await dialog.add.click();
  await expect(list.rows.first()).toBeVisible();
  await expect(sidebar.row('acme')).toHaveAccessibleName(/signed in until \d+:\d\d/);
  expect(tokenRequests()).toEqual(['POST', 'DELETE', 'POST']);

  await sidebar.menu('acme', 'Sign out');
  await expect(sidebar.row('acme')).not.toHaveAccessibleName(/signed in/);
  // Hookdesk forgets the token before it ends it on the installation.
  await expect.poll(tokenRequests).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
  await list.readAgain.click();
  await expect(sidebar.row('acme')).toHaveAccessibleName(/signed in/);
  await sidebar.menu('acme', 'Remove from Hookdesk…');
  await expect(page.getByRole('list', { name: 'What Hookdesk deletes' })).toContainText(
    'the password',
  );
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(hookdesk.welcome).toBeVisible();
  await expect.poll(() => tokenRequests().at(-1)).toBe('DELETE');
  expect(await page.content()).not.toContain(password);
  await there.close();
});

test('asks for the password again after a wrong one, and lists webhooks with the right one', async ({
  hookdesk,
}) => {
  const there = await startInstallation('B', { users: { ops: password } });
  const { dialog, list, tokenBanner, sidebar } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', baseUrl: there.baseUrl });
  await dialog.signInAs('ops', 'wrong');
  await dialog.add.click();
  await expect(tokenBanner.root).toContainText('ops could not be signed in at acme');
  await expect(sidebar.row('acme')).toHaveAccessibleName(/unauthorized/);
  await tokenBanner.password.fill(password);
  await tokenBanner.signIn.click();
  await expect(list.rows.first()).toBeVisible();
  await expect(tokenBanner.root).toBeHidden();
  await there.close();
});

test('keeps the edits after a rejected auth token, and continues with a new one', async ({
  hookdesk,
}) => {
  const there = await startInstallation('B', { users: { ops: password } });
  const { editor, list, tokenBanner, sidebar } = hookdesk;
  await there.fetch('POST', '', webhookBody('B', 'Ours'));
  const first = await there.newToken();
  await hookdesk.connectByDialog('acme', { ...there, authToken: first });
  await list.open('Ours');
  await editor.name.fill('Ours, edited');

  await there.endToken(first);
  await list.readAgain.click();
  await expect(tokenBanner.root).toContainText('acme rejected the auth token');
  await expect(tokenBanner.root).toContainText('Enter a new token to continue loading');
  await expect(sidebar.row('acme')).toHaveAccessibleName(/auth token rejected/);
  await expect(list.problem).toBeHidden();
  await expect(list.root).not.toContainText('Reading…');
  await expect(editor.name).toHaveValue('Ours, edited');

  await tokenBanner.newToken.fill('still-wrong');
  await tokenBanner.goOn.click();
  await expect(tokenBanner.root).toContainText('it is wrong, or it has expired');
  await tokenBanner.newToken.fill(await there.newToken());
  await tokenBanner.newToken.press('Enter');
  await expect(tokenBanner.root).toBeHidden();
  await expect(list.row('Ours')).toBeVisible();

  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(there.writes().map(({ method }) => method)).toEqual(['POST', 'PUT']);
  await there.close();
});

test('writes nothing with a rejected auth token, and publishes with a new one', async ({
  hookdesk,
}) => {
  const there = await startInstallation('A', { users: { ops: password } });
  const { editor, list, tokenBanner } = hookdesk;
  await there.fetch('POST', '', webhookBody('A', 'Ours'));
  const first = await there.newToken();
  await hookdesk.connectByDialog('acme', { ...there, authToken: first });
  await list.open('Ours');
  await editor.name.fill('Ours, edited');
  await editor.reviewAndPublish.click();
  await editor.review.exactBody();
  await there.endToken(first);
  await editor.review.publish.click();
  await expect(tokenBanner.root).toContainText('rejected the auth token');
  expect(there.writes().map(({ method }) => method)).toEqual(['POST']);
  await tokenBanner.newToken.fill(await there.newToken());
  await tokenBanner.goOn.click();
  await expect(editor.review.identical).toBeVisible();
  expect(there.writes().map(({ method }) => method)).toEqual(['POST', 'PUT']);
  await there.close();
});

test('an auth token typed for one installation is not left for another one', async ({
  hookdesk,
}) => {
  const { all, tokenBanner } = hookdesk;
  const sites: Installation[] = [];
  for (const name of ['acme', 'globex']) {
    const site = await startInstallation('B', { seed: 0, users: { ops: password } });
    sites.push(site);
    await site.fetch('POST', '', webhookBody('B', 'Ours'));
    const authToken = await site.newToken();
    await hookdesk.connectByDialog(name, { ...site, authToken });
    await site.endToken(authToken);
  }
  await all.button.click();
  await all.row('Ours', 'acme').click();
  await expect(tokenBanner.root).toContainText('acme rejected the auth token');
  await tokenBanner.newToken.fill('token-of-acme');
  await all.row('Ours', 'globex').click();
  await expect(tokenBanner.root).toContainText('globex rejected the auth token');
  await expect(tokenBanner.newToken).toHaveValue('');
  for (const site of sites) await site.close();
});
