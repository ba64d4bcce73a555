/**
 * Milliseconds from a key in the search of all installations to the first rows on the screen, in
 * Chromium, and the longest work of the window in one task during the search. The host loads 50 installations
 * of 10,000 webhooks from disk.
 *
 * Usage: node bench/window-search-500000.ts    (needs the built window: npm run build)
 * Exit code 1 if a limit is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { passphrase } from '#test-support/composition-fixture.ts';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { limitNow } from './limit-now.ts';
import { median } from './median.ts';
import { readInstallations } from './read-installations.ts';
import { longestDuring, noteLongTasks } from './window-long-tasks.ts';

/** Milliseconds. */
const limits = { ready: 5_000, key: 150, task: 50 };
const rounds = 5;

/** A search text, and a key that changes the number of results. */
const keys = [
  ['', '7'],
  ['payments ', '7'],
  ['9', '9'],
  ['services/', '3'],
  ['id:4711 ', '3'],
  ['is:enabled 1', '2'],
  ['payments 3', '3'],
  ['host:hooks.example ', '5'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'window-search-'));
(await readInstallations(folder)).end();
const host = await startWebHost(folder, noKeychain);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await noteLongTasks(page);
const { vault, all } = new Hookdesk(page);

/** Milliseconds from the next key press until a different number of rows is on the screen. */
async function keyToRows(key: string): Promise<number> {
  const result = await all.grid.evaluateHandle((grid) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const before = grid.getAttribute('aria-rowcount');
    document.addEventListener(
      'keydown',
      () => {
        const begun = performance.now();
        const look = (): void => {
          const isThere =
            grid.getAttribute('aria-rowcount') !== before &&
            grid.querySelector('[role="row"][aria-selected]') !== null;
          // A frame is on the screen when the next one begins.
          if (!isThere) requestAnimationFrame(look);
          else {
            requestAnimationFrame(() => {
              resolve(performance.now() - begun);
            });
          }
        };
        look();
      },
      { capture: true, once: true },
    );
    return { time: promise };
  });
  await all.field.press(key);
  return result.evaluate(({ time }) => time);
}

function show(what: string, value: number, limit: number): void {
  const most = limitNow(limit);
  console.log(`${what.padEnd(34)} ${value.toFixed(0).padStart(6)} ms (limit ${most})`);
  if (value > most) process.exitCode = 1;
}

try {
  await page.goto(host.address);
  const begun = performance.now();
  await vault.unlock(passphrase);
  await all.button.click();
  await all.rows.first().waitFor();
  show('unlocked to first rows', performance.now() - begun, limits.ready);
  for (const [text, key] of keys) {
    const times: number[] = [];
    const { worked } = await longestDuring(browser, page, async () => {
      for (let round = 0; round < rounds; round += 1) {
        await all.field.fill(text);
        await page.waitForTimeout(1_000);
        times.push(await keyToRows(key));
      }
    });
    show(`${text}${key} to rows`, median(times), limits.key);
    show('  longest work', worked, limits.task);
  }
} finally {
  await browser.close();
  await host.end();
  rmSync(folder, { recursive: true, force: true });
}
