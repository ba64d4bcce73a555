import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { outsideOf } from '../fixtures/outside.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

test('the window is shown, and stays on its own page @main', async ({ application }) => {
  const hookdesk = new Hookdesk(application.window);
  await hookdesk.isThere();
  const { page } = hookdesk;
  const isShown = () =>
    application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    );
  await expect.poll(isShown).toEqual([true]);
  await expect(page).toHaveURL(/#\/installation$/);
  const address = page.url();
  await page.evaluate(() => {
    location.assign('https://example.com/');
  });
  await hookdesk.command('Settings');
  await expect(hookdesk.settings.root).toBeVisible();
  expect(page.url()).toBe(address);
  await expect
    .poll(() =>
      page
        .context()
        .pages()
        .filter((each) => each.url() === address),
    )
    .toHaveLength(1);
});

test('the page can copy, but has no Node, Electron, other origins or other permissions', async ({
  application,
  installations: { A },
}) => {
  const { window: page } = application;
  await new Hookdesk(page).isThere();
  expect(
    await page.evaluate(() =>
      Object.keys(window).filter((name) => /require|process|electron|standIn/i.test(name)),
    ),
  ).toEqual([]);
  const denied = await page.evaluate(async (url) => {
    const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'none');
    return Promise.all([
      fetch(url).then(() => 'answered', nameOf),
      navigator.clipboard.readText().then(() => 'read', nameOf),
      navigator.clipboard.writeText('copied').then(() => 'written', nameOf),
      navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state),
    ]);
  }, A.baseUrl);
  expect(denied).toEqual(['TypeError', 'NotAllowedError', 'written', 'denied']);
  expect(await application.readClipboard()).toBe('copied');
  expect(A.received).toEqual([]);
});

test('a second start shows the first window, which opens the file', async ({
  application,
  hookdesk,
  dataFolder,
}) => {
  const file = join(dataFolder, 'team.hookdesk.json');
  const webhook = { key: 'a', name: 'Ops chat', url: 'https://hooks.example.com/ops' };
  const bundle = { format: 'hookdesk-bundle', version: '1.0', webhooks: [webhook] };
  await writeFile(file, JSON.stringify(bundle));
  await application.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.minimize();
  });
  expect(await application.startAgain('--open', file)).toBe(0);
  await expect(hookdesk.bundle.fileRows).toHaveCount(1);
  const minimized = await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
  );
  expect(minimized).toEqual([false]);
});

test('a second start opens a folder, which the palette names among the recent files', async ({
  application,
  hookdesk,
  dataFolder,
}) => {
  const folder = join(dataFolder, 'team-webhooks');
  await mkdir(join(folder, 'webhooks'), { recursive: true });
  const head = { format: 'hookdesk-folder', version: '1.0' };
  await writeFile(join(folder, 'hookdesk.json'), JSON.stringify(head));
  const webhook = { name: 'Ops chat', url: 'https://hooks.example.com/ops' };
  await writeFile(join(folder, 'webhooks/ops-chat.json'), JSON.stringify(webhook));
  expect(await application.startAgain('--open', folder)).toBe(0);
  await expect(hookdesk.bundle.file).toContainText('Hookdesk folder, version 1.0');
  await hookdesk.bundle.closeFile.click();
  await hookdesk.page.keyboard.press('Control+K');
  const recent = hookdesk.palette.group('Recent files');
  await expect(recent).toHaveText([`team-webhooks in ${dataFolder}`]);
  await recent.click();
  await expect(hookdesk.bundle.fileRows).toHaveCount(1);
});

test('a second start with several files opens the last one, and names those that do not exist', async ({
  application,
  hookdesk,
  dataFolder,
}) => {
  const webhook = { key: 'a', name: 'Ops chat', url: 'https://hooks.example.com/ops' };
  const bundle = { format: 'hookdesk-bundle', version: '1.0', webhooks: [webhook] };
  const names = ['one', 'two'].map((name) => join(dataFolder, `${name} é.hookdesk.json`));
  for (const name of names) await writeFile(name, JSON.stringify(bundle));
  const [one = '', two = ''] = names;
  const missing = join(dataFolder, 'gone.hookdesk.json');
  expect(await application.startAgain(missing, one, two, missing)).toBe(0);
  await expect(hookdesk.bundle.file).toContainText('two é.hookdesk.json');
  await expect(
    hookdesk.notice('“gone.hookdesk.json” was not opened: The file does not exist.').first(),
  ).toBeVisible();
});

test('a link opens in the running window, and writes nothing to an installation', async ({
  application,
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Ops chat', 'Pager']);
  const { all, contextMenu, editor, history, list } = hookdesk;
  const written = B.writes().length;
  const open = async (link: string): Promise<void> => {
    expect(await application.startAgain(link)).toBe(0);
  };
  const copyLink = async (row: Locator): Promise<string> => {
    await contextMenu.choose(row, 'Copy link');
    await expect(hookdesk.notice('Link copied').last()).toBeVisible();
    return application.readClipboard();
  };
  const webhook = await copyLink(list.row('Pager'));
  expect(webhook).toMatch(/^hookdesk:\/\/installation\/[\w-]+\/webhook\/\d+$/);
  const installation = await copyLink(hookdesk.installation('globex'));
  await list.open('Ops chat');

  await open(webhook);
  await expect(editor.heading).toHaveText('Pager');
  await open('hookdesk://all?query=chat%20is%3Aenabled');
  await expect(all.field).toHaveValue('chat is:enabled');
  await expect(all.row('Ops chat', 'globex')).toBeVisible();
  await expect(all.row('Pager', 'globex')).toBeHidden();
  await open(installation);
  await expect(list.row('Pager')).toBeVisible();
  await expect(editor.root).toBeHidden();

  await open('hookdesk://installation/gone/webhook/1');
  await expect(
    hookdesk.notice('The installation of this link is not in Hookdesk on this computer.'),
  ).toBeVisible();
  await open(`hookdesk://installation/${'x'.repeat(20_000)}`);
  await expect(hookdesk.notice(/^This link is damaged/)).toBeVisible();
  await open('hookdesk://history/gone');
  await expect(history.entry).toContainText('This entry is no longer in History.');

  await hookdesk.settings.open();
  await open(webhook);
  await expect(hookdesk.notice('The link opens when you close the dialog')).toBeVisible();
  await hookdesk.page.keyboard.press('Escape');
  await expect(editor.heading).toHaveText('Pager');
  expect(B.writes()).toHaveLength(written);
});

test('an edit is restored after quitting and another start', async ({
  startDesktop,
  installations: { B },
}) => {
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  const first = await startDesktop();
  const hookdesk = new Hookdesk(first.window);
  await hookdesk.connect('globex', B);
  await hookdesk.list.open('Ops chat');
  await hookdesk.editor.name.fill('Ops chat, edited');
  await expect(hookdesk.editor.draftBadge).toBeVisible();
  await first.close();
  expect(await first.ended).toBe(0);

  const second = await startDesktop();
  const { drafts } = new Hookdesk(second.window);
  await drafts.button.click();
  await expect(drafts.row('Ops chat, edited')).toBeVisible();
  await second.close();
});

test('the practice service stops when the application is closed', async ({
  application,
  hookdesk,
}) => {
  await hookdesk.page.getByRole('button', { name: 'Start two practice installations' }).click();
  await hookdesk.installation('Practice 14.0').click();
  await expect(hookdesk.list.rows.first()).toBeVisible();
  await hookdesk.list.menu('Settings…');
  const address = await hookdesk.dialog.baseUrl.inputValue();
  expect((await fetch(address)).status).toBeGreaterThan(0);
  await application.close();
  await expect(fetch(address)).rejects.toThrow();
});

test('the vault is locked when the computer goes to sleep', async ({ application, hookdesk }) => {
  const { settings, vault, page } = hookdesk;
  await settings.open();
  await settings.keepIn('Passphrase vault');
  await vault.choosePassphrase('four words without sense');
  await page.keyboard.press('Escape');
  await application.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
  await expect(vault.unlockScreen).toContainText('the computer went to sleep');
  expect(await page.title()).toBe('Hookdesk');
});

test('copies to the clipboard, and exports to the chosen file', async ({
  hookdesk,
  installations: { A },
}) => {
  await hookdesk.connect('acme', A);
  await hookdesk.settings.open('Diagnostics');
  const panel = hookdesk.settings.panel('Diagnostics');
  await panel.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(hookdesk.notice('Diagnostics copied')).toBeVisible();
  const shown = await panel.getByLabel('Diagnostics').textContent();
  expect(await outsideOf(hookdesk.page).readClipboard()).toBe(shown);
  await hookdesk.page.keyboard.press('Escape');
  await hookdesk.sidebar.menuOfAll('Export installations…');
  const saved = await hookdesk.export.save();
  expect(saved.fileName).toBe('hookdesk-connections.json');
  expect(saved.text).toContain(A.baseUrl);
});

test('every response of the page’s origin has the CSP, and outside paths return 404', async ({
  application,
}) => {
  const { window: page } = application;
  await new Hookdesk(page).isThere();
  const answers = await page.evaluate(() =>
    Promise.all(
      ['/index.html', '/../../main/index.js', '/%2e%2e/%2e%2e/package.json'].map(async (path) => {
        const { status, headers } = await fetch(path);
        return [status, headers.get('content-security-policy')?.slice(0, 18)];
      }),
    ),
  );
  expect(answers).toEqual([
    [200, "default-src 'none'"],
    [404, "default-src 'none'"],
    [404, "default-src 'none'"],
  ]);
});

test('the application menu enables and runs the commands of the window', async ({
  application,
  hookdesk,
  installations: { B },
}) => {
  const isEnabled = (id: string): Promise<unknown> =>
    application.evaluate(
      ({ Menu }, given) => Menu.getApplicationMenu()?.getMenuItemById(given.id ?? '')?.enabled,
      { id },
    );
  const select = (id: string): Promise<unknown> =>
    application.evaluate(
      ({ Menu }, given) => {
        Menu.getApplicationMenu()
          ?.getMenuItemById(given.id ?? '')
          ?.click.call(null);
      },
      { id },
    );
  await expect(hookdesk.welcome).toBeVisible();
  await expect.poll(() => isEnabled('add')).toBe(true);
  expect(await isEnabled('new')).toBe(false);
  expect(await isEnabled('coverage')).toBe(false);

  await select('add');
  await expect(hookdesk.dialog.root).toBeVisible();
  await expect.poll(() => isEnabled('add')).toBe(false);
  await hookdesk.page.keyboard.press('Escape');

  await hookdesk.connect('globex', B);
  await expect.poll(() => isEnabled('new')).toBe(true);
  await select('new');
  await expect(hookdesk.editor.heading).toHaveText('New webhook');
  await expect.poll(() => isEnabled('review')).toBe(true);
  await select('history');
  await expect(hookdesk.history.root).toBeVisible();
});

test('the menu Help opens a page in a separate window', async ({ application, hookdesk }) => {
  await expect(hookdesk.welcome).toBeVisible();
  const licences = await hookdesk.helpPage(() =>
    application.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('help-licences')?.click.call(null);
    }),
  );
  await expect(licences.getByRole('heading', { name: 'Licences' })).toBeVisible();
  const windows = await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  );
  expect(windows).toEqual([true, true]);
});

test('an application without a sandbox shows it in About and in the diagnostics', async ({
  startDesktop,
  host,
}, testInfo) => {
  testInfo.skip(host !== 'stand-in', 'only the stand-in uses the variable');
  const application = await startDesktop({ ELECTRON_DISABLE_SANDBOX: '1' });
  const hookdesk = new Hookdesk(application.window);
  const { settings } = hookdesk;
  await hookdesk.isThere();
  await settings.open('About');
  await expect(settings.panel('About').getByText('sandbox does not limit')).toBeVisible();
  await settings.tab('Diagnostics').click();
  await expect(settings.panel('Diagnostics')).toContainText('Sandbox: off');
  await application.close();
});
