import { noKeychain } from '../fixtures/keychain-session.ts';
import { test } from '../fixtures/runs.ts';
import { expect } from '../fixtures/test.ts';
import { tracesInFiles } from '#test-support/traces.ts';

const passphrase = 'four words without sense';
/** Milliseconds; deriving a key from a passphrase is slow on purpose. */
const sealing = { timeout: 30_000 };
test.describe.configure({ timeout: 120_000 });

test('reads the auth token from the keychain after a restart', async ({
  run,
  keychain,
  acme,
  dataFolder,
}) => {
  const first = await run(keychain.environment);
  await first.connectByDialog('acme', acme);
  await expect(first.vault.banner).toBeHidden();
  await expect(first.vault.status('Secret Service')).toBeVisible();

  const { list } = await run(keychain.environment);
  await expect(list.rows.first()).toBeVisible();
  expect(acme.received.at(-1)?.headers['x-auth-token']).toBe(acme.authToken);
  expect(tracesInFiles(dataFolder, { authToken: acme.authToken }).traces).toEqual([]);
});

test('moves secrets from the keychain to a passphrase vault and back, without leaving copies', async ({
  run,
  endRun,
  keychain,
  acme,
  dataFolder,
}) => {
  const first = await run(keychain.environment);
  await first.connectByDialog('acme', acme);
  expect(await keychain.secrets()).toContain(acme.authToken);
  await first.settings.open();
  await first.settings.keepIn('Passphrase vault');
  await expect(first.vault.placeDialog).toContainText('then removed from Secret Service');
  await first.vault.choosePassphrase(passphrase);
  await expect(first.settings.panel('Secrets')).toContainText('the unlocked vault');
  await expect.poll(() => keychain.secrets()).not.toContain(acme.authToken);
  await endRun();
  expect(tracesInFiles(dataFolder, { authToken: acme.authToken, passphrase }).traces).toEqual([]);

  const { list, settings, vault } = await run(keychain.environment);
  await vault.unlock(passphrase);
  await expect(list.rows.first()).toBeVisible(sealing);
  await settings.open();
  await settings.keepIn('System keychain');
  await vault.placeDialog.getByRole('button', { name: 'Use the keychain' }).click();
  await expect(vault.status('Secret Service')).toBeVisible(sealing);
  expect(await keychain.secrets()).toContain(acme.authToken);
});

test('reports a locked keychain, stores nothing elsewhere, and continues after it is unlocked', async ({
  run,
  keychain,
  acme,
  dataFolder,
}) => {
  const first = await run(keychain.environment);
  await first.connectByDialog('acme', acme);
  await keychain.lock();

  const { vault, list } = await run(keychain.environment);
  await expect(vault.banner).toContainText('Secrets cannot be read now.');
  await expect(vault.status('Secret Service: locked')).toBeVisible();
  await expect(list.problem).toContainText('locked');
  await keychain.unlock();
  await vault.act('Check for a keychain again');
  await expect(list.rows.first()).toBeVisible();
  await expect(vault.banner).toBeHidden();
  expect(tracesInFiles(dataFolder, { authToken: acme.authToken }).traces).toEqual([]);
});

test('waits for an unanswered keychain prompt, and allows storage in memory', async ({
  run,
  keychain,
  acme,
}) => {
  const first = await run(keychain.environment);
  await first.connectByDialog('acme', acme);
  await keychain.leaveQuestionsUnanswered();
  await keychain.lock();

  const hookdesk = await run(keychain.environment);
  const { vault, settings, page } = hookdesk;
  await expect(vault.status('Waiting for Secret Service')).toBeVisible();
  await expect(vault.banner.getByRole('timer')).toHaveText(/^\d+ s$/);
  // The window stays usable.
  await settings.open('About');
  await expect(settings.panel('About')).toContainText('Data folder');
  await page.keyboard.press('Escape');

  await vault.act('Select secret storage…');
  await expect(vault.place('Passphrase vault')).toBeDisabled();
  await vault.chooseMemory();
  await expect(vault.banner).toContainText('Secrets are stored in memory only');
  await hookdesk.list.menu('Settings…');
  await hookdesk.dialog.fill({ authToken: acme.authToken });
  await hookdesk.dialog.save.click();
  await expect(hookdesk.list.rows.first()).toBeVisible();
});

test('without a keychain, storage in memory shows a banner and requires the token again after a restart', async ({
  run,
  acme,
  dataFolder,
}) => {
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.chooseMemory();
  await expect(first.vault.banner).toContainText('Secrets are stored in memory only');
  await first.connectByDialog('acme', acme);
  await expect(first.vault.banner).toBeVisible();
  expect(tracesInFiles(dataFolder, { authToken: acme.authToken }).traces).toEqual([]);

  const { dialog, list, vault } = await run(noKeychain);
  // Hookdesk remembers the choice and does not ask again.
  await expect(vault.banner).toContainText('Secrets are stored in memory only');
  await expect(list.problem).toContainText('No auth token is saved for acme');
  await list.root.getByRole('button', { name: 'Installation settings…' }).click();
  await dialog.fill({ authToken: acme.authToken });
  await dialog.save.click();
  await expect(list.rows.first()).toBeVisible();
});
