import type { Page } from '@playwright/test';
import { noKeychain } from '../fixtures/keychain-session.ts';
import { test } from '../fixtures/runs.ts';
import { secondWindow } from '../fixtures/second-window.ts';
import { expect } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const passphrase = 'four words without sense';
/** Milliseconds; deriving a key from a passphrase is slow on purpose. */
const sealing = { timeout: 30_000 };
test.describe.configure({ timeout: 120_000 });

/** All that a person or a program can read in a page: texts, attributes, values and the title. */
const contentOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const parts = [document.title];
    const read = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        parts.push(...[...element.attributes].map(({ value }) => value));
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
          parts.push(element.value);
        }
        for (const node of element.childNodes) {
          if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
        }
        if (element.shadowRoot !== null) read(element.shadowRoot);
      }
    };
    read(document);
    return parts.join('\n');
  });

test('a lock hides every window, loses nothing typed, and an unlock returns to the place', async ({
  run,
  acme,
}) => {
  await acme.fetch('POST', '', webhookBody('A', 'Pager night'));
  const first = await run(noKeychain);
  await first.vault.act('Select secret storage…');
  await first.vault.choosePassphrase(passphrase);
  await first.connect('installation-name', acme);
  await first.list.open('Pager night');
  await first.editor.name.fill('Pager day');
  const second = await secondWindow(first);
  await second.list.open('Pager day');
  await second.editor.tabOf('Payload').click();
  await second.editor.template.fill('{"typed": "in the second window"}');
  await first.page.bringToFront();
  await first.editor.url.fill('https://typed.example/just-before');
  const secrets = ['installation-name', 'Pager', 'typed', acme.baseUrl];
  expect(await contentOf(first.page)).toContain('installation-name');

  await first.command('Lock the vault');
  for (const { vault, page } of [first, second]) {
    await expect(vault.unlockScreen).toBeVisible();
    await expect(vault.unlockScreen).toContainText('It was locked by hand.');
    const content = await contentOf(page);
    for (const secret of secrets) expect(content).not.toContain(secret);
    expect(await page.title()).toBe('Hookdesk');
    expect(content.match(/locked/g)).toHaveLength(2);
  }
  // No key or menu reaches the hidden work.
  await first.page.keyboard.press('Control+K');
  await first.page.keyboard.press('Alt+ArrowLeft');
  await second.page.reload();
  await expect(second.vault.unlockScreen).toBeVisible();
  expect(await contentOf(second.page)).not.toContain('Pager');
  expect(await contentOf(first.page)).not.toContain('Pager');

  await first.vault.unlock(passphrase);
  await expect(first.editor.name).toHaveValue('Pager day', sealing);
  await expect(first.editor.url).toHaveValue('https://typed.example/just-before');
  await expect(first.list.row('Pager day')).toBeVisible();
  await expect(first.list.problem).toBeHidden();
  await expect(second.editor.template).toContainText('in the second window');
  expect(await first.page.title()).toBe('installation-name – Hookdesk');

  await first.settings.open('Secrets');
  await first.page.getByRole('button', { name: 'Lock now' }).click();
  await expect(first.vault.unlockScreen).toBeVisible();
  await first.vault.unlock(passphrase);
  await expect(first.settings.root).toBeVisible(sealing);
  await first.page.keyboard.press('Escape');
  await expect(first.list.grid).toBeFocused();
});

test('after a lock, an empty vault cannot be created before a restart', async ({ run }) => {
  const hookdesk = await run(noKeychain);
  const { vault } = hookdesk;
  await vault.act('Select secret storage…');
  await vault.choosePassphrase(passphrase);
  await hookdesk.command('Lock the vault');
  await vault.unlockScreen.getByText('Forgot the passphrase?').click();
  await expect(vault.unlockScreen).toContainText('quit Hookdesk and start it again');
  await expect(vault.unlockScreen.getByRole('button', { name: /empty vault/ })).toHaveCount(0);
});

test('a dialog keeps what was typed in it while the vault was locked', async ({ run }) => {
  const hookdesk = await run(noKeychain);
  const { vault, dialog } = hookdesk;
  await vault.act('Select secret storage…');
  await vault.choosePassphrase(passphrase);
  const other = await secondWindow(hookdesk);
  await hookdesk.page.bringToFront();
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'typed-name', baseUrl: 'https://typed.example' });
  await other.command('Lock the vault');
  await expect(vault.unlockScreen).toBeVisible();
  expect(await contentOf(hookdesk.page)).not.toContain('typed');
  await vault.unlock(passphrase);
  await expect(dialog.name).toHaveValue('typed-name', sealing);
  await expect(dialog.baseUrl).toHaveValue('https://typed.example');
});
