/**
 * The longest work of the window without a pause, with 10,000 webhooks: export them, open the file,
 * and prepare its plan for another installation of 10,000. Half of the file is new there, half
 * differs, and the plan deletes the other webhooks of the installation. Then creates drafts from
 * the file. Prints the same for 10 webhooks, from the same browser and run.
 *
 * Usage: node bench/window-bundles-10000.ts    (needs the built window: npm run build)
 * Exit code 1 if the work exceeds the limit. The time by the clock beside it grows with other load.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { limitNow } from './limit-now.ts';
import { median } from './median.ts';
import { startTwoInstallations } from './two-installations.ts';
import { type Longest, longestDuring, noteLongTasks } from './window-long-tasks.ts';

/** Milliseconds that the window may work without a pause. */
const limit = 100;
/** The medians of these rounds count. */
const rounds = 5;

interface Room {
  readonly page: Page;
  readonly hookdesk: Hookdesk;
  /** Files of this round, by content. */
  readonly path: (name: 'without' | 'with') => string;
}

async function walk({ keyboard }: Page): Promise<void> {
  for (let step = 0; step < 40; step += 1) await keyboard.press('PageDown');
  await keyboard.press('End');
  await keyboard.press('Home');
  for (let step = 0; step < 10; step += 1) await keyboard.press('ArrowDown');
}

async function save({ page, hookdesk, path }: Room, name: 'without' | 'with'): Promise<void> {
  const { file, root } = hookdesk.bundleExport;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    // A notice may cover the button.
    root.press('Control+Enter'),
  ]);
  await download.saveAs(path(name));
  await file.getByText(`Saved as ${download.suggestedFilename()}`).waitFor();
}

async function forAllSecrets({ page, hookdesk }: Room, item: string): Promise<void> {
  await hookdesk.bundleExport.root.getByRole('button', { name: 'More for the secrets' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function open({ page, hookdesk, path }: Room, name: 'without' | 'with'): Promise<void> {
  await page.locator('input#bundle-file').setInputFiles(path(name));
  await hookdesk.bundle.fileRows.first().waitFor();
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 60 });
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
}

/** The steps of a person, in order; the longest task of each is measured. */
const steps: Readonly<Record<string, (room: Room) => Promise<unknown>>> = {
  'Export: reading and finding secrets': async ({ hookdesk }) => {
    await hookdesk.list.menu('Export webhooks…');
    await hookdesk.bundleExport.secrets.waitFor();
  },
  'Export: filtering the secrets': async ({ page, hookdesk }) => {
    await hookdesk.bundleExport.search.focus();
    await type(page, 'slack prod');
  },
  'Export: scrolling the secrets': async ({ page, hookdesk }) => {
    await hookdesk.bundleExport.secrets.locator('[data-secret]').first().focus();
    await walk(page);
  },
  'Export: saving without secrets': (room) => save(room, 'without'),
  'Export: including all secrets': (room) => forAllSecrets(room, 'Include all'),
  'Export: saving with secrets': (room) => save(room, 'with'),
  'Export: removing all secrets': (room) => forAllSecrets(room, 'Remove all'),
  'File without secrets: opening': (room) => open(room, 'without'),
  'File without secrets: plan': async ({ hookdesk: { bundle, plan } }) => {
    await bundle.target('second').check();
    await bundle.seePlan.click();
    await plan.rows.first().waitFor();
  },
  'File without secrets: secrets to enter': async ({ hookdesk: { plan } }) => {
    await plan.root.getByRole('button', { name: /^Enter [\d,]+ secrets?$/ }).click();
    await plan.secrets.waitFor();
  },
  'File: opening': (room) => open(room, 'with'),
  'File: scrolling the rows': async ({ page, hookdesk }) => {
    await hookdesk.bundle.fileRows.first().getByRole('checkbox').focus();
    await walk(page);
  },
  'File: selecting': async ({ page }) => {
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+A');
  },
  'Plan: rows arrive': async ({ hookdesk: { bundle, plan } }) => {
    await bundle.target('second').check();
    await bundle.alsoRemove.click();
    await bundle.seePlan.click();
    await plan.rows.first().waitFor();
  },
  'Plan: filtering by kind': async ({ hookdesk: { plan } }) => {
    for (const kind of ['Create', 'Change', 'Delete', 'All']) await plan.filter(kind).click();
  },
  'Plan: filtering by name': async ({ page, hookdesk }) => {
    await hookdesk.plan.root.getByRole('searchbox').focus();
    await type(page, 'slack prod');
  },
  'Plan: scrolling the rows': async ({ page, hookdesk }) => {
    await hookdesk.plan.rows.first().click();
    await walk(page);
  },
  'Plan: selecting': async ({ page }) => {
    for (const key of ['Space', 'Space', 'Control+A', 'Control+A']) {
      await page.keyboard.press(key);
    }
  },
  'Drafts: creating them from the file': async ({ hookdesk: { bundle, plan } }) => {
    await plan.close.click();
    await bundle.makeDrafts.click();
    await bundle.showDrafts.waitFor();
  },
  'Drafts: showing them': async ({ hookdesk: { bundle, drafts } }) => {
    await bundle.showDrafts.click();
    await drafts.rows.first().waitFor();
  },
  'Drafts: selecting what to export': async ({ hookdesk }) => {
    await hookdesk.command('Export webhooks…');
    await hookdesk.bundleExport.next.waitFor();
  },
};

async function measure(page: Page, count: number): Promise<Map<string, Longest>> {
  const folder = await mkdtemp(join(tmpdir(), 'hookdesk-bench-'));
  const { first, second } = await startTwoInstallations(count);
  const host = await startWebHost(join(folder, 'data'), noKeychain);
  const longest = new Map<string, Longest>();
  try {
    await page.goto(host.address);
    const hookdesk = new Hookdesk(page);
    await hookdesk.vault.act('Select secret storage…');
    await hookdesk.vault.chooseMemory();
    await hookdesk.connect('second', second);
    await hookdesk.connect('first', first);
    const room = { page, hookdesk, path: (name: string) => join(folder, `${name}.json`) };
    for (const [name, work] of Object.entries(steps)) {
      longest.set(name, await longestDuring(browser, page, () => work(room)));
    }
  } finally {
    await host.end();
    await Promise.all([first.close(), second.close()]);
    await rm(folder, { recursive: true, force: true });
  }
  return longest;
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(20_000);
await noteLongTasks(page);
const small = [await measure(page, 10)];
const large: Map<string, Longest>[] = [];
for (let round = 0; round < rounds; round += 1) large.push(await measure(page, 10_000));
await browser.close();

const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(7);

const most = limitNow(limit);
console.log(`Longest work without a pause (limit ${most} ms), and longest task by the clock:`);
for (const name of Object.keys(steps)) {
  const of = (rounds: readonly Map<string, Longest>[]): Longest => {
    const all = rounds.map((round) => round.get(name) ?? { task: NaN, worked: NaN });
    return {
      task: median(all.map(({ task }) => task)),
      worked: median(all.map(({ worked }) => worked)),
    };
  };
  const [few, many] = [of(small), of(large)];
  console.log(
    `  ${name.padEnd(38)} ${ms(many.worked)} ${ms(many.task)}; with 10 webhooks ${ms(few.worked)} ${ms(few.task)}`,
  );
  if (!(many.worked <= most)) process.exitCode = 1;
}
