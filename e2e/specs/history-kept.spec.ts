import { webhookWithoutIds } from '../fixtures/webhook-without-ids.ts';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { carryOut, remove, rename } from '../fixtures/publish.ts';
import { test } from '../fixtures/runs.ts';
import { expect } from '../fixtures/test.ts';
import { tracesInFiles } from '#test-support/traces.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

/** Milliseconds; deriving a key from a passphrase is slow on purpose. */
const sealing = { timeout: 30_000 };

test('History survives a killed host, and its entries can still be undone', async ({
  run,
  killRun,
  keychain,
  acme,
  dataFolder,
}) => {
  await acme.fetch('POST', '', webhookBody(acme.variant, 'Pager night'));
  const before = await webhookWithoutIds(acme, 'Pager night');
  const first = await run(keychain.environment);
  await first.connect('acme', acme);
  await rename(first, 'Pager night', 'Pager canary-81f0c2');
  await remove(first, 'Pager canary-81f0c2');
  await killRun();
  const secrets = { name: 'canary-81f0c2', 'header value': 'fake-old-key' };
  expect(tracesInFiles(dataFolder, secrets).traces).toEqual([]);

  const hookdesk = await run(keychain.environment);
  const { history } = hookdesk;
  await history.button.click();
  await expect(history.rows).toHaveCount(2);
  await history.tick('Update', 'Pager canary-81f0c2').check();
  await history.tick('Delete', 'Pager canary-81f0c2').check();
  await history.undo.click();
  await carryOut(hookdesk, 'Pager night');
  expect(await webhookWithoutIds(acme, 'Pager night')).toEqual(before);
});

test('a locked vault hides History until it is unlocked', async ({ run, acme }) => {
  test.setTimeout(120_000);
  const passphrase = 'four words without sense';
  await acme.fetch('POST', '', webhookBody(acme.variant, 'Pager night'));
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase(passphrase);
  await first.connect('acme', acme);
  await rename(first, 'Pager night', 'Pager day');

  const { history, vault } = await run(noKeychain);
  await expect(vault.unlockScreen).toBeVisible();
  await expect(history.button).toHaveCount(0);
  await vault.unlock(passphrase);
  await history.button.click(sealing);
  await expect(history.rows).toHaveCount(1, sealing);
  await expect(history.root.getByRole('alert')).toBeHidden();
});

test('shows that History is stored in memory only', async ({ run, acme }) => {
  await acme.fetch('POST', '', webhookBody(acme.variant, 'Pager night'));
  const hookdesk = await run(noKeychain);
  const { history, vault } = hookdesk;
  await vault.act('Select secret storage…');
  await vault.place('Memory only').click();
  await vault.placeDialog.getByRole('button', { name: /^Use memory only/ }).click();
  await hookdesk.connect('acme', acme);
  await rename(hookdesk, 'Pager night', 'Pager day');
  await history.button.click();
  await expect(history.rows).toHaveCount(1);
  await expect(history.root).toContainText('History is stored in memory only');
});
