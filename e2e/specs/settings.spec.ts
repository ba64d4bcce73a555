import { expectAccessible } from '../fixtures/accessible.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { outsideOf } from '../fixtures/outside.ts';
import { test } from '../fixtures/runs.ts';
import { expect } from '../fixtures/test.ts';
import { tracesIn } from '#test-support/traces.ts';

// Deriving a key from a passphrase is slow on purpose.
test.describe.configure({ timeout: 120_000 });

test('the settings open by button and palette, and keep the selected theme @main', async ({
  run,
}) => {
  const hookdesk = await run(noKeychain);
  const { page, settings } = hookdesk;
  const gear = page.getByRole('button', { name: 'Settings', exact: true });
  await gear.click();
  await expect(settings.tab('Secrets')).toBeFocused();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await expect(settings.tab('Appearance')).toBeFocused();
  await settings.panel('Appearance').getByRole('radio', { name: 'Dark' }).click();
  await expect(hookdesk.theme('dark')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(settings.root).toBeHidden();
  await expect(gear).toBeFocused();
  await hookdesk.command('About Hookdesk');
  await expect(settings.tab('About')).toHaveAttribute('aria-selected', 'true');

  const again = await run(noKeychain);
  await expect(again.theme('dark')).toBeAttached();
});

test('About shows the version, the data folder and the licence', async ({ run, dataFolder }) => {
  const { settings } = await run(noKeychain);
  await settings.open('About');
  await expect(settings.panel('About')).toContainText(/Hookdesk \d+\.\d+\.\d+/);
  await expect(settings.panel('About')).toContainText(dataFolder);
  await expect(settings.panel('About')).toContainText('MIT');
  await expect(settings.updates).toContainText('Updates are off.');
});

test('Copy diagnostics copies the shown text without any secret', async ({
  run,
  acme,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const hookdesk = await run(noKeychain);
  const { page, settings, vault, list } = hookdesk;
  await vault.act('Select secret storage…');
  await vault.chooseMemory();
  await hookdesk.connect('acme', acme);
  await acme.close();
  await list.readAgain.click();
  await expect(list.problem).toBeVisible();
  await settings.open('Diagnostics');
  const shown = await settings.panel('Diagnostics').getByLabel('Diagnostics').textContent();
  await settings.panel('Diagnostics').getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(hookdesk.notice('Diagnostics copied')).toBeVisible();
  const copied = await outsideOf(page).readClipboard();
  expect(copied).toBe(shown);
  expect(copied).toContain('unreachable');
  expect(copied).toContain('Log: logs/hookdesk.log in the data folder');
  await expect(settings.panel('Diagnostics')).toContainText(
    /The Hookdesk log is \/.*hookdesk\.log/,
  );
  expect(tracesIn(copied, { authToken: acme.authToken })).toEqual([]);
});

test('keeps the auto-lock time of the vault after a restart', async ({ run }) => {
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase('four words without sense');
  await first.settings.open();
  await first.settings.chooseAutoLock('after 5 min of inactivity');
  await expect(async () => {
    await first.page.keyboard.press('Escape');
    await first.settings.open();
    await expect(first.settings.autoLock).toHaveText('after 5 min of inactivity', {
      timeout: 1_000,
    });
  }).toPass();
  const { settings, vault } = await run(noKeychain);
  await vault.unlock('four words without sense');
  await expect(vault.unlockScreen).toBeHidden({ timeout: 30_000 });
  await settings.open();
  await expect(settings.autoLock).toHaveText('after 5 min of inactivity');
});

test.describe('with a simulated clock', () => {
  test.use({ ownContext: true });

  test('the status bar counts down the time of a sign-in, but not of a pasted auth token', async ({
    run,
    page,
    acme,
  }) => {
    const there = await startInstallation('B', { users: { ops: 'password' } });
    await page.clock.install();
    const hookdesk = await run(noKeychain);
    const { statusBar } = hookdesk;
    await hookdesk.vault.act('Select secret storage…');
    await hookdesk.vault.chooseMemory();
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({ name: 'globex', variant: 'B', baseUrl: there.baseUrl });
    await dialog.signInAs('ops', 'password');
    await dialog.add.click();
    await expect(statusBar).toContainText(/Signed in, (?:20|19) min left/);
    await page.clock.fastForward('05:00');
    await expect(statusBar).toContainText(/Signed in, (?:15|14) min left/);
    await page.clock.fastForward('14:30');
    await expect(statusBar).toContainText(/Signed in, \d+ s left/);

    await hookdesk.connect('acme', acme);
    await expect(statusBar).toContainText('Auth token saved');
    await page.clock.fastForward('30:00');
    await expect(statusBar).toContainText('Auth token saved');
    await expect(statusBar).not.toContainText('left');
    await there.close();
  });
});

test('axe reports no violation in the vault dialogs and the settings, in both themes', async ({
  run,
}) => {
  const hookdesk = await run(noKeychain);
  const { page, settings, vault } = hookdesk;
  await expect(vault.banner).toBeVisible();
  await expectAccessible(hookdesk, 'banner');
  await vault.act('Select secret storage…');
  await vault.newPassphrase.first.fill('Sommer24');
  await vault.newPassphrase.again.fill('Sommer');
  await vault.newPassphrase.first.focus();
  await expectAccessible(hookdesk, 'place');
  await vault.choosePassphrase('four words without sense');
  for (const place of ['Secrets', 'Notifications', 'Appearance', 'Diagnostics', 'About'] as const) {
    await settings.open(place);
    await expectAccessible(hookdesk, place);
    await page.keyboard.press('Escape');
  }
  await settings.open();
  await settings.root.getByRole('button', { name: 'Change passphrase…' }).click();
  await expectAccessible(hookdesk, 'change of the passphrase');
  await page.keyboard.press('Escape');
  await settings.root.getByRole('button', { name: 'Lock now' }).click();
  await expect(vault.unlockScreen).toBeVisible();
  await vault.unlockScreen.getByText('Forgot the passphrase?').click();
  await expectAccessible(hookdesk, 'locked');
});
