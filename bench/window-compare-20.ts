/**
 * Milliseconds from the button to the matrix of 20 installations of 1,000 webhooks, in Chromium,
 * and the longest work of the window in one task while it scrolls in both directions, as medians. The host loads the lists
 * from disk. Every tenth webhook differs.
 *
 * Usage: node bench/window-compare-20.ts    (needs the built window: npm run build)
 * Exit code 1 if a limit is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { blankConnection } from '#domain/installation/connection.ts';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { limitNow } from './limit-now.ts';
import { median } from './median.ts';
import { startListService } from './start-list-service.ts';
import { longestDuring, noteLongTasks } from './window-long-tasks.ts';

/** Milliseconds. */
const limits = { matrix: 1_000, task: 50 };
const installations = 21;
const rounds = 5;

async function makeFolder(folder: string): Promise<void> {
  const service = await startListService(1_000);
  const composition = await composeTestFolder(folder, 'sealed');
  const core = createTestCore(composition.ports);
  for (let index = 0; index < installations; index += 1) {
    const { id } = await core.connections.add(
      {
        ...blankConnection,
        name: `Installation ${index}`,
        baseUrl: service.address,
        apiRoot: `/team/${index}`,
        variant: 'B',
        proxy: { kind: 'none' },
      },
      { authToken: 'bench' },
    );
    await (await core.installations.open(id)).list();
  }
  await core.close();
  await composition.close();
  service.end();
}

function show(what: string, value: number, limit: number): void {
  const most = limitNow(limit);
  console.log(`${what.padEnd(34)} ${value.toFixed(0).padStart(6)} ms (limit ${most})`);
  if (value > most) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'window-compare-'));
await makeFolder(folder);
const host = await startWebHost(folder, noKeychain);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await noteLongTasks(page);
const hookdesk = new Hookdesk(page);
const { compare, vault } = hookdesk;
try {
  await page.goto(host.address);
  await vault.unlock(passphrase);
  await vault.unlockScreen.waitFor({ state: 'hidden' });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await hookdesk.sidebar.menu(`Installation ${round}`, 'Compare with…');
    const all = compare.dialog.getByRole('button', { name: 'All 20 other installations' });
    await all.waitFor();
    const begun = performance.now();
    await all.click();
    await compare.rows.first().waitFor();
    times.push(performance.now() - begun);
    const shown = await compare.root.getByRole('status').first().textContent();
    if (round === 0) console.log(shown?.trim());
  }
  show('button to matrix', median(times), limits.matrix);
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await longestWork());
  show('longest work while scrolling', median(longest), limits.task);
} finally {
  await browser.close();
  await host.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds of one task, while the matrix scrolls to its end and back. */
async function longestWork(): Promise<number> {
  const { worked } = await longestDuring(browser, page, async () => {
    await compare.grid.focus();
    for (const key of ['PageDown', 'ArrowRight', 'PageUp', 'ArrowLeft']) {
      for (let step = 0; step < 20; step += 1) await page.keyboard.press(key);
    }
    const box = await compare.grid.boundingBox();
    if (box === null) throw new Error('The matrix is not in view.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (const [x, y] of [
      [300, 0],
      [-300, 0],
      [0, 600],
      [0, -600],
    ] as const) {
      for (let step = 0; step < 10; step += 1) await page.mouse.wheel(x, y);
    }
  });
  return worked;
}
