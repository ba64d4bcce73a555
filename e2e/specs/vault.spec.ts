import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { test } from '../fixtures/runs.ts';
import { expect } from '../fixtures/test.ts';
import { tracesIn, tracesInFiles } from '#test-support/traces.ts';

const passphrase = 'four words without sense';
/** Milliseconds; deriving a key from a passphrase is slow on purpose. */
const sealing = { timeout: 30_000 };
test.describe.configure({ timeout: 120_000 });

test('asks for secret storage only before it stores a secret, and keeps the typed values @main', async ({
  run,
  acme,
}) => {
  const hookdesk = await run(noKeychain);
  const { vault, dialog } = hookdesk;
  await expect(vault.banner).toContainText('No secret storage selected.');
  await vault.act('Later');
  await expect(vault.banner).toBeHidden();
  await expect(vault.status('No keychain')).toBeVisible();

  await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...acme });
  await dialog.add.click();
  await expect(vault.placeDialog).toBeVisible();
  await hookdesk.page.keyboard.press('Escape');
  await expect(vault.placeDialog).toBeHidden();
  await expect(dialog.root).toContainText('No secret storage is selected.');
  await expect(dialog.authToken).toHaveValue(acme.authToken);

  await dialog.add.click();
  await vault.choosePassphrase(passphrase);
  await expect(hookdesk.list.rows.first()).toBeVisible(sealing);
  await expect(vault.status('Passphrase vault')).toBeVisible();
  expect(acme.received.at(-1)?.headers['x-auth-token']).toBe(acme.authToken);
});

test('after a restart, a passphrase vault opens only with its own passphrase', async ({
  run,
  endRun,
  acme,
  dataFolder,
}) => {
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase(passphrase);
  await first.connectByDialog('acme', acme);
  await endRun();
  const secrets = { authToken: acme.authToken, passphrase };
  expect(tracesInFiles(dataFolder, secrets).traces).toEqual([]);

  const { vault, list, page } = await run(noKeychain);
  await expect(vault.unlockScreen).toContainText('It is locked after each start');
  await expect(vault.passphrase).toBeFocused();
  await vault.unlock('another passphrase');
  await expect(vault.unlockScreen).toContainText('Wrong vault passphrase.', sealing);
  await expect(vault.passphrase).toHaveValue('another passphrase');
  await expect(vault.passphrase).toBeFocused();
  await page.keyboard.type(passphrase);
  await page.keyboard.press('Enter');
  await expect(list.rows.first()).toBeVisible(sealing);
  await expect(vault.unlockScreen).toBeHidden(sealing);
  await expect(list.problem).toBeHidden();
  expect(acme.received.at(-1)?.headers['x-auth-token']).toBe(acme.authToken);

  const printed = await endRun();
  expect(tracesIn(printed, secrets)).toEqual([]);
  const onDisk = tracesInFiles(dataFolder, { ...secrets, wrong: 'another passphrase' });
  expect(onDisk.traces).toEqual([]);
  expect(onDisk.files).toBeGreaterThan(0);
});

test('renames a vault with a forgotten passphrase, and creates an empty one', async ({
  run,
  acme,
  dataFolder,
}) => {
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase(passphrase);
  await first.connectByDialog('acme', acme);
  const { vault, list, dialog } = await run(noKeychain);
  await vault.unlockScreen.getByText('Forgot the passphrase?').click();
  await vault.unlockScreen.getByRole('button', { name: /^Create an empty/ }).click();
  // Without a keychain, the dialog for secret storage opens at once.
  await vault.chooseMemory();
  await expect(vault.banner).toContainText('Secrets are stored in memory only');
  await list.readAgain.click();
  await expect(list.problem).toContainText('No auth token is saved for acme');
  await list.menu('Settings…');
  await expect(dialog.authToken).toHaveAttribute('placeholder', '');
  await dialog.cancel.click();
  const files = await readdir(dataFolder);
  expect(files.filter((name) => name.startsWith('vault.set-aside-'))).toHaveLength(1);
});

test('renames a damaged vault file and reports it in the window', async ({
  run,
  endRun,
  dataFolder,
}) => {
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase(passphrase);
  await endRun();
  for (const name of ['vault.json', 'vault.previous.json']) {
    await writeFile(join(dataFolder, name), '{"format": ');
  }
  const { page, vault } = await run(noKeychain);
  await expect(page.getByText('The vault’s file was damaged and renamed to')).toBeVisible();
  await expect(vault.status('No keychain')).toBeVisible();
});

test('checks a new passphrase while it is typed, and warns about Caps Lock', async ({ run }) => {
  const { vault, page } = await run(noKeychain);
  await vault.act('Select secret storage…');
  const { first, again, keep } = vault.newPassphrase;
  await first.fill('short');
  await again.fill('shirt');
  await keep.click();
  await expect(vault.placeDialog).toContainText('Too short. Use at least 8 characters.');
  await expect(vault.placeDialog).toContainText('The passphrases do not match.');
  await first.fill('password1234');
  await expect(vault.placeDialog).toContainText(
    'Weak. Someone with a copy of the file can guess it',
  );
  await first.fill(passphrase);
  await expect(vault.placeDialog).toContainText('Strong.');
  await expect(again).toHaveValue('shirt');
  await first.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(vault.placeDialog).toContainText('Caps Lock is on.');
  await first.dispatchEvent('keyup', { key: 'a', modifierCapsLock: false });
  await expect(vault.placeDialog).not.toContainText('Caps Lock is on.');
  await page.keyboard.press('Escape');
  await expect(vault.banner).toBeVisible();
});

test('creates, locks and unlocks a vault by keyboard alone', async ({ run, acme }) => {
  const hookdesk = await run(noKeychain);
  const { vault, page, settings } = hookdesk;
  const { keyboard } = page;
  await hookdesk.command('Select secret storage');
  await expect(vault.newPassphrase.first).toBeFocused();
  await keyboard.type(passphrase);
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type(passphrase);
  await keyboard.press('Enter');
  await expect(vault.status('Passphrase vault')).toBeVisible(sealing);
  await hookdesk.connectByDialog('acme', acme);
  await hookdesk.command('Lock the vault');
  await expect(vault.passphrase).toBeFocused();
  await keyboard.type(passphrase);
  await keyboard.press('Enter');
  await expect(vault.unlockScreen).toBeHidden(sealing);
  await vault.status('Passphrase vault').focus();
  await keyboard.press('Enter');
  await expect(settings.tab('Secrets')).toBeFocused();
  await keyboard.press('Escape');
  await expect(vault.status('Passphrase vault')).toBeFocused();
});

test('after a change, only the new passphrase opens the vault', async ({ run }) => {
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase(passphrase);
  await first.settings.open();
  await first.settings.root.getByRole('button', { name: 'Change passphrase…' }).click();
  const next = 'four other unrelated words';
  await first.vault.changePassphrase('not the one before', next);
  await expect(first.vault.changeDialog).toContainText('Wrong vault passphrase.', sealing);
  await expect(first.vault.changeDialog.getByLabel('New passphrase')).toHaveValue(next);
  await first.vault.changePassphrase(passphrase, next);
  await expect(first.vault.changeDialog).toBeHidden(sealing);

  const { vault } = await run(noKeychain);
  await vault.unlock(passphrase);
  await expect(vault.unlockScreen).toContainText('Wrong vault passphrase.', sealing);
  await vault.unlock(next);
  await expect(vault.unlockScreen).toBeHidden(sealing);
  await expect(vault.status('Passphrase vault')).toBeVisible();
});
