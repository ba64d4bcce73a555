/**
 * The longest task of the window while it reads, scrolls and filters a list of 10,000 webhooks.
 * Prints the same for 10 webhooks, from the same browser and run.
 * The limit is for the thread's own work, which other load does not change.
 *
 * Usage: node bench/window-10000.ts    (needs the built window: npm run build)
 * Exit code 1 if a limit is exceeded.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { limitNow } from './limit-now.ts';
import { startRealService } from './real-service.ts';
import { type Longest, longestDuring, noteLongTasks } from './window-long-tasks.ts';

/** Milliseconds of work in one task. */
const limit = 100;

interface Figures {
  /** Milliseconds from the click on the installation to the first rows. */
  readonly shown: number;
  readonly reading: Longest;
  readonly walking: Longest;
  readonly filtering: Longest;
}

async function measure(page: Page, count: number): Promise<Figures> {
  const service = await startRealService('B', count);
  const folder = await mkdtemp(join(tmpdir(), 'hookdesk-bench-'));
  const host = await startWebHost(folder, noKeychain);
  try {
    await page.goto(host.address);
    const hookdesk = new Hookdesk(page);
    const { list } = hookdesk;
    await hookdesk.vault.act('Select secret storage…');
    await hookdesk.vault.chooseMemory();
    const dialog = await hookdesk.addInstallation();
    await dialog.fill({
      name: 'bench',
      variant: 'B',
      baseUrl: service.baseUrl,
      authToken: service.authToken,
    });
    let shown = 0;
    const reading = await longestDuring(browser, page, async () => {
      const begun = performance.now();
      await dialog.add.click();
      await list.rows.first().waitFor();
      shown = performance.now() - begun;
    });
    const walking = await longestDuring(browser, page, async () => {
      await list.grid.focus();
      for (let step = 0; step < 40; step += 1) await page.keyboard.press('PageDown');
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
    });
    const filtering = await longestDuring(browser, page, async () => {
      await list.filter.pressSequentially('slack prod', { delay: 60 });
      await page.getByText(/shown/).waitFor();
    });
    return { shown, reading, walking, filtering };
  } finally {
    await host.end();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await noteLongTasks(page);
for (const count of [10, 10_000]) {
  const { shown, reading, walking, filtering } = await measure(page, count);
  const most = limitNow(limit);
  const ms = ({ task, worked }: Longest): string => {
    if (worked > most) process.exitCode = 1;
    return `${worked.toFixed(0)} ms (${task.toFixed(0)} ms)`;
  };
  console.log(
    `${count} webhooks: first rows after ${shown.toFixed(0)} ms; longest work in a task (limit ${most} ms; by the clock)`,
  );
  console.log(`  reading ${ms(reading)}, walking ${ms(walking)}, filtering ${ms(filtering)}`);
}
await browser.close();
