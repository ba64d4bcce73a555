import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { type InstalledAppImage, installAppImage } from '../fixtures/app-image.ts';
import { answerBoxes, boxesOf } from '../fixtures/message-box.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

let installed: InstalledAppImage;

test.beforeEach(async () => {
  installed = await installAppImage();
});
test.afterEach(() => installed.remove());

/** Each is a copy that Hookdesk cannot replace, and its reason. */
const manualCopies: readonly [string, string, () => Promise<NodeJS.ProcessEnv>][] = [
  [
    'a deb package',
    'Hookdesk was installed as a package of the system.',
    async () => {
      const { STAND_IN_RESOURCES = '', ...environment } = installed.environment;
      await writeFile(join(STAND_IN_RESOURCES, 'package-type'), 'deb');
      return { ...environment, STAND_IN_RESOURCES, APPIMAGE: undefined };
    },
  ],
  [
    'a portable program',
    'The portable program does not update itself.',
    () =>
      Promise.resolve({
        ...installed.environment,
        APPIMAGE: undefined,
        STAND_IN_PLATFORM: 'win32',
        PORTABLE_EXECUTABLE_FILE: 'D:\\Hookdesk.exe',
      }),
  ],
  [
    'an unsigned copy for macOS',
    'This build is not signed, and macOS replaces only signed applications.',
    () =>
      Promise.resolve({
        ...installed.environment,
        APPIMAGE: undefined,
        STAND_IN_PLATFORM: 'darwin',
      }),
  ],
  [
    'a copy of the sources',
    'This copy runs from its sources.',
    () => Promise.resolve({ HOOKDESK_UPDATE_FEED: installed.feed.url }),
  ],
];

for (const [name, reason, prepare] of manualCopies) {
  test(`${name} shows a newer version and the page to download it`, async ({ startDesktop }) => {
    installed.publish('9.9.9', 'Much is new.');
    const application = await startDesktop(await prepare());
    const hookdesk = new Hookdesk(application.window);
    await hookdesk.isThere();
    await hookdesk.settings.open('About');
    const { updates } = hookdesk.settings;
    await expect(updates.getByText(reason)).toBeVisible();
    await updates.getByRole('button', { name: 'Check for updates' }).click();
    await expect(updates.getByText('Version 9.9.9 is available')).toBeVisible();
    await expect(updates.getByRole('button', { name: 'Download', exact: true })).toBeHidden();
    await expectAccessible(hookdesk, 'an update that a person installs');
    await updates.getByRole('button', { name: 'Open download page' }).click();
    await expect.poll(() => application.printed()).toContain(`opened: ${installed.feed.url}/\n`);
    await application.close();
    expect(installed.feed.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([]);
  });
}

test.describe('an AppImage', () => {
  test('is updated from a server, and keeps its drafts and data folder @main', async ({
    startDesktop,
    dataFolder,
    installations: { B },
  }) => {
    installed.publish('9.9.9', '## Much is new\n\n<img src=x onerror="alert(1)">');
    await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
    const application = await startDesktop(installed.environment);
    const hookdesk = new Hookdesk(application.window);
    await hookdesk.isThere();
    await hookdesk.connect('globex', B);
    await hookdesk.list.open('Ops chat');
    await hookdesk.editor.name.fill('Ops chat, edited');
    await hookdesk.command('Check for updates');
    const { updates } = hookdesk.settings;
    await expect(updates.getByText('Version 9.9.9 is available')).toBeVisible();
    await expect(updates.getByLabel('What is new')).toHaveText(
      '## Much is new <img src=x onerror="alert(1)">',
    );
    await expectAccessible(hookdesk, 'an available update');
    await updates.getByRole('button', { name: 'Download' }).click();
    await expect(updates.getByText('Version 9.9.9 is ready to install')).toBeVisible();
    expect(await installed.content()).toBe('the old version');
    await expect(updates).toBeFocused();
    await hookdesk.page.keyboard.press('Tab');
    await expect(updates.getByLabel('What is new')).toBeFocused();
    await hookdesk.page.keyboard.press('Tab');
    await expect(updates.getByRole('button', { name: 'Restart and install' })).toBeFocused();
    await hookdesk.page.keyboard.press('Enter');
    expect(await application.ended).toBe(0);
    await expect.poll(() => installed.started()).toBe(`${dataFolder}\n`);
    expect(await installed.content()).toContain('# 9.9.9');

    const second = await startDesktop();
    const { drafts } = new Hookdesk(second.window);
    await drafts.button.click();
    await expect(drafts.row('Ops chat, edited')).toBeVisible();
    await second.close();
  });

  test('is not replaced by a quit without a request to install', async ({ startDesktop }) => {
    installed.publish('9.9.9');
    const application = await startDesktop(installed.environment);
    const hookdesk = new Hookdesk(application.window);
    await hookdesk.isThere();
    await hookdesk.command('Check for updates');
    const { updates } = hookdesk.settings;
    await updates.getByRole('button', { name: 'Download' }).click();
    await hookdesk.page.keyboard.press('Escape');
    await hookdesk.page.getByRole('button', { name: 'Version 9.9.9 is ready to install' }).click();
    await expect(updates).toBeVisible();
    await application.close();
    expect(await installed.content()).toBe('the old version');
    expect(await installed.started()).toBe('');
  });

  test('rejects a wrong download, cancels a second, and accepts a good one', async ({
    startDesktop,
  }) => {
    const name = installed.publish('9.9.9');
    const { feed } = installed;
    const application = await startDesktop(installed.environment);
    const hookdesk = new Hookdesk(application.window);
    await hookdesk.isThere();
    const { updates } = hookdesk.settings;
    const download = updates.getByRole('button', { name: 'Download', exact: true });
    const again = updates.getByRole('button', { name: 'Check for updates' });
    feed.on(name, 'another program');
    await hookdesk.command('Check for updates');
    await download.click();
    await expect(updates.getByText('differs from the published version')).toBeVisible();

    feed.on(name, (response) => {
      response.writeHead(200, { 'Content-Length': 500_000 }).write('#!/bin/sh');
    });
    await again.click();
    await download.click();
    await updates.getByRole('button', { name: 'Cancel download' }).click();
    await expect(download).toBeVisible();

    installed.publish('9.9.10');
    await download.click();
    await expect(updates.getByText('Version 9.9.10 is ready to install')).toBeVisible();
    await application.close();
  });

  test('is not restarted while a plan runs, nor replaced by a quit that stops the plan', async ({
    startDesktop,
    installations: { B },
  }) => {
    installed.publish('9.9.9');
    await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
    const application = await startDesktop(installed.environment);
    const hookdesk = new Hookdesk(application.window);
    const { drafts, editor, list, plan } = hookdesk;
    const { updates } = hookdesk.settings;
    await hookdesk.connect('globex', B);
    await hookdesk.command('Check for updates');
    await updates.getByRole('button', { name: 'Download' }).click();
    await expect(updates.getByText('Version 9.9.9 is ready to install')).toBeVisible();
    await hookdesk.page.keyboard.press('Escape');

    await list.open('Ops chat');
    await editor.name.fill('Ops chat, edited');
    await drafts.button.click();
    await drafts.tickAll.click();
    await drafts.publishTicked.click();
    await B.fail({ kind: 'latency', only: 'writes', milliseconds: 60_000 });
    await plan.run.click();
    await expect.poll(() => B.writes().some(({ method }) => method === 'PUT')).toBe(true);
    await hookdesk.page.getByRole('button', { name: 'Version 9.9.9 is ready to install' }).click();
    await updates.getByRole('button', { name: 'Restart and install' }).click();
    await expect(
      updates.getByText('Version 9.9.9 will be installed when you quit Hookdesk'),
    ).toBeVisible();
    expect(await installed.content()).toBe('the old version');

    const quit = () =>
      application.evaluate(({ app }) => {
        app.quit();
      });
    await answerBoxes(application, 'stay');
    await quit();
    await expect(updates.getByText('Version 9.9.9 is ready to install')).toBeVisible();
    expect(await installed.content()).toBe('the old version');

    await answerBoxes(application, 'leave');
    await quit();
    await application.ended;
    expect(boxesOf(application)).toBe(2);
    expect(await installed.content()).toBe('the old version');
    expect(await installed.started()).toBe('');
  });
  test('that cannot be replaced at the end says so, and stays as it was', async ({
    startDesktop,
  }) => {
    installed.publish('9.9.9');
    const application = await startDesktop(installed.environment);
    const hookdesk = new Hookdesk(application.window);
    await hookdesk.isThere();
    await hookdesk.command('Check for updates');
    const { updates } = hookdesk.settings;
    await updates.getByRole('button', { name: 'Download' }).click();
    await expect(updates.getByText('Version 9.9.9 is ready to install')).toBeVisible();
    await installed.loseDownload();
    await updates.getByRole('button', { name: 'Restart and install' }).click();
    expect(await application.ended).toBe(0);
    expect(application.printed()).toContain(
      'The new version was not installed: Hookdesk is closed',
    );
    expect(await installed.content()).toBe('the old version');
  });
});
