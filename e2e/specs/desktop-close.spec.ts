import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DesktopApplication } from '../fixtures/desktop-application.ts';
import type { Installation } from '../fixtures/installation.ts';
import { answerBoxes, boxesOf } from '../fixtures/message-box.ts';
import { renameInDraft } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

const webhooks = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const changes = (installation: Installation): number =>
  installation.writes().filter(({ method }) => method === 'PUT').length;

/** Starts a plan of six changes that takes several seconds. */
async function beginPlan({ window }: DesktopApplication, B: Installation): Promise<Hookdesk> {
  const hookdesk = new Hookdesk(window);
  const { drafts, plan } = hookdesk;
  for (const each of webhooks) await B.fetch('POST', '', webhookBody('B', each));
  await hookdesk.connect('globex', B);
  for (const each of webhooks) {
    await renameInDraft(hookdesk, each, `${each}, edited`);
  }
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await plan.atOnce(1);
  await B.fail({ kind: 'latency', only: 'writes', milliseconds: 2_000 });
  await plan.run.click();
  await expect(plan.progress).toBeVisible();
  await expect.poll(() => changes(B)).toBeGreaterThan(0);
  return hookdesk;
}

async function editWebhook({ window }: DesktopApplication, B: Installation): Promise<void> {
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  const hookdesk = new Hookdesk(window);
  await hookdesk.connect('globex', B);
  await hookdesk.list.open('Ops chat');
  await hookdesk.editor.name.fill('Ops chat, edited');
}

async function expectEditRestored(application: DesktopApplication): Promise<void> {
  const { drafts } = new Hookdesk(application.window);
  await drafts.button.click();
  await expect(drafts.row('Ops chat, edited')).toBeVisible();
  await application.close();
}

const ways = {
  'closing the window': (application: DesktopApplication) =>
    application.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    }),
  quitting: (application: DesktopApplication) =>
    application.evaluate(({ app }) => {
      app.quit();
    }),
};

for (const [way, leave] of Object.entries(ways)) {
  test(`${way} during a plan asks once, and Stay continues the plan`, async ({
    startDesktop,
    installations: { B },
  }) => {
    const application = await startDesktop();
    const { plan } = await beginPlan(application, B);
    await answerBoxes(application, 'stay');
    await leave(application);
    await expect.poll(() => boxesOf(application)).toBe(1);
    await B.fail();
    await expect(plan.end).toContainText('6 changes published and verified');
    expect(changes(B)).toBe(webhooks.length);
    await application.close();
  });

  test(`${way} during a plan ends Hookdesk after one confirmation`, async ({
    startDesktop,
    installations: { B },
  }) => {
    const application = await startDesktop();
    await beginPlan(application, B);
    await answerBoxes(application, 'leave');
    await leave(application);
    expect(await application.ended).toBe(0);
    expect(boxesOf(application)).toBe(1);
    expect(changes(B)).toBeLessThan(webhooks.length);
    await B.fail();

    const again = await startDesktop();
    const { drafts, plan } = new Hookdesk(again.window);
    await drafts.button.click();
    await drafts.undone.getByRole('button', { name: 'Show results' }).click();
    await plan.resume.click();
    await expect(plan.end).toContainText('6 changes published and verified');
    await again.close();
  });
}

test('reloading with an unsaved edit reloads the window and keeps the edit', async ({
  startDesktop,
  installations: { B },
  host,
}, testInfo) => {
  testInfo.skip(host === 'stand-in', 'its ports deliver in a task, which a reload may prevent');
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  const application = await startDesktop();
  const hookdesk = new Hookdesk(application.window);
  await hookdesk.connect('globex', B);
  await hookdesk.list.open('Ops chat');
  await answerBoxes(application, 'stay');
  const reloaded = hookdesk.page.waitForEvent('load');
  await hookdesk.editor.name.fill('Ops chat, edited');
  await application.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  });
  await reloaded;
  await hookdesk.isThere();
  await hookdesk.drafts.button.click();
  await expect(hookdesk.drafts.row('Ops chat, edited')).toBeVisible();
  expect(boxesOf(application)).toBe(0);
  await application.close();
});

test('an edit right before SIGTERM is restored at the next start', async ({
  startDesktop,
  installations: { B },
}) => {
  test.skip(process.platform === 'win32', 'Windows sends no SIGTERM');
  const application = await startDesktop();
  await editWebhook(application, B);
  application.signal('SIGTERM');
  expect(await application.ended).toBe(0);

  await expectEditRestored(await startDesktop());
});

test('closing saves an edit when the place of the window cannot be stored', async ({
  startDesktop,
  dataFolder,
  installations: { B },
}) => {
  const application = await startDesktop();
  await editWebhook(application, B);
  const file = join(dataFolder, 'window.json');
  rmSync(file, { force: true });
  mkdirSync(file);
  await ways['closing the window'](application);
  expect(await application.ended).toBe(0);
  expect(application.printed()).toContain('window: its place was not stored');

  rmSync(file, { recursive: true });
  await expectEditRestored(await startDesktop());
});

/** Limits the size of files that the process writes, which has the effect of a full disk. */
async function limitFiles(application: DesktopApplication, limit: string): Promise<void> {
  const pid = await application.evaluate(() => {
    // A library ends the process on this signal, which Node ignores. A full disk sends none.
    process.removeAllListeners('SIGXFSZ').on('SIGXFSZ', () => undefined);
    return process.pid;
  });
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}`]);
}

test('closing with a full disk asks, and saves the edit once there is room', async ({
  startDesktop,
  installations: { B },
  host,
}) => {
  test.skip(process.platform !== 'linux' || host !== 'stand-in', 'Electron ends on this limit');
  const application = await startDesktop();
  const hookdesk = new Hookdesk(application.window);
  const { editor, list } = hookdesk;
  await hookdesk.connectWith('globex', B, ['Ops chat']);
  await list.open('Ops chat');
  await limitFiles(application, '1:unlimited');
  await editor.name.fill('Ops chat, edited');
  await answerBoxes(application, 'stay');
  await ways['closing the window'](application);
  await expect
    .poll(() => application.printed())
    .toContain('message box: Some edits are not saved to disk.');
  await expect(hookdesk.statusBar).toContainText('1 draft, not saved to disk');

  await limitFiles(application, 'unlimited');
  await expect(hookdesk.statusBar).not.toContainText('not saved to disk');
  await ways['closing the window'](application);
  expect(await application.ended).toBe(0);
  expect(boxesOf(application)).toBe(1);

  await expectEditRestored(await startDesktop());
});

test('an edit right before the system shuts down is restored at the next start', async ({
  startDesktop,
  installations: { B },
}) => {
  test.skip(process.platform === 'win32', 'Windows ends the session of each window');
  const application = await startDesktop();
  await editWebhook(application, B);
  await application.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('shutdown', new Event('shutdown', { cancelable: true }));
  });
  expect(await application.ended).toBe(0);

  await expectEditRestored(await startDesktop());
});
