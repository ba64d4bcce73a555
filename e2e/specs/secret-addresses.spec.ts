import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { test } from '../fixtures/runs.ts';
import { expect } from '../fixtures/test.ts';

/** Milliseconds; deriving a key from a passphrase is slow on purpose. */
const unlocking = { timeout: 30_000 };

test('an older secret gets its address, which a person sees once; another address never gets it', async ({
  run,
  endRun,
  acme,
  dataFolder,
}) => {
  const { ports, close } = await composeTestFolder(dataFolder, 'sealed');
  const { baseUrl, apiRoot, variant, authToken } = acme;
  const settings = { ...blankConnection, name: 'acme', baseUrl, apiRoot, variant };
  ports.settings.saveConnections([{ ...settings, id: '1', practice: false }]);
  await ports.secrets.set('connection/1/auth-token', authToken);
  await close();

  const first = await run(noKeychain);
  const { vault } = first;
  await expect(vault.addresses).toHaveCount(0);
  await vault.unlock(passphrase);
  await expect(vault.addresses).toHaveText([`acme: the auth token for ${baseUrl}`], unlocking);
  await first.sidebar.row('acme').click();
  await expect(first.list.rows.first()).toBeVisible();
  expect(acme.received.at(-1)?.headers['x-auth-token']).toBe(authToken);
  await expectAccessible(first, 'the addresses of older secrets');
  await vault.confirmAddresses.click();
  await expect(vault.addresses).toHaveCount(0);
  await endRun();

  const evil = await startInstallation('A', { authToken });
  const path = join(dataFolder, 'settings.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(baseUrl, evil.baseUrl));
  const again = await run(noKeychain);
  await again.vault.unlock(passphrase);
  await expect(again.vault.unlockScreen).toBeHidden(unlocking);
  await again.sidebar.row('acme').click();
  await expect(again.list.problem).toContainText(
    `Enter the auth token again for acme: it belongs to ${baseUrl}, and the address is now ${evil.baseUrl}.`,
  );
  await expect(again.vault.addresses).toHaveCount(0);
  expect(evil.received).toEqual([]);
  await evil.close();
});
