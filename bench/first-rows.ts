/**
 * Milliseconds from the click on an installation to the first rows on the screen, in Chromium: for a stored
 * list, and for the first read of an installation. With 10 and with 10,000 webhooks.
 *
 * Usage: node bench/first-rows.ts    (needs the built window: npm run build)
 * Exit code 1 if a median of 10,000 webhooks exceeds the limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { limitNow } from './limit-now.ts';
import { median } from './median.ts';
import { startListService } from './start-list-service.ts';

/** Milliseconds. */
const limit = 350;
const rounds = 5;

interface Times {
  readonly opened: number[];
  readonly read: number[];
}

/** Adds installations to a data folder; every second one has a stored list. */
async function makeFolder(folder: string, address: string): Promise<void> {
  const composition = await composeTestFolder(folder, 'sealed');
  const core = createTestCore(composition.ports);
  for (let index = 0; index < rounds; index += 1) {
    for (const kind of ['opened', 'read']) {
      const settings = {
        ...blankConnection,
        name: `${kind} ${index}`,
        baseUrl: address,
        apiRoot: `/${index}`,
        variant: 'B' as const,
        proxy: { kind: 'none' as const },
        limits: { ...defaultLimits, bodyBytes: 1024 * 1024 * 1024 },
      };
      const { id } = await core.connections.add(settings, { authToken: 'bench' });
      if (kind === 'opened') await (await core.installations.open(id)).list();
    }
  }
  await core.close();
  await composition.close();
}

async function measure(page: Page, name: string): Promise<number> {
  const hookdesk = new Hookdesk(page);
  const item = hookdesk.installation(name);
  const result = await page.evaluateHandle((label) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    document.addEventListener(
      'click',
      () => {
        const begun = performance.now();
        const look = (): void => {
          const list = document.querySelector(`[aria-label="Webhooks of ${label}"]`);
          const row = list?.querySelector('[role="row"][aria-selected]') ?? null;
          // A frame is on the screen when the next one begins.
          if (row === null) requestAnimationFrame(look);
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
  }, name);
  await item.click();
  const time = await result.evaluate(({ time: found }) => found);
  // Waits for the whole list, so that its work does not fall into the next measurement.
  await page.getByText(/^Updated \d/).waitFor();
  return time;
}

async function timesOf(page: Page, count: number): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), 'first-rows-'));
  const service = await startListService(count);
  await makeFolder(folder, service.address);
  const host = await startWebHost(folder, noKeychain);
  const times: Times = { opened: [], read: [] };
  try {
    await page.goto(host.address);
    const { vault } = new Hookdesk(page);
    await vault.unlock(passphrase);
    await vault.unlockScreen.waitFor({ state: 'hidden' });
    for (let index = 0; index < rounds; index += 1) {
      for (const kind of ['opened', 'read'] as const) {
        times[kind].push(await measure(page, `${kind} ${index}`));
      }
    }
    return times;
  } finally {
    await host.end();
    service.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
for (const count of [10, 10_000]) {
  const { opened, read } = await timesOf(page, count);
  const shown = (times: readonly number[]): string =>
    `${median(times).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(', ')})`;
  console.log(`${count} webhooks: first rows of a list`);
  console.log(`  on disk                 ${shown(opened)}`);
  console.log(`  read for the first time ${shown(read)}`);
  if (count < 10_000) continue;
  const most = limitNow(limit);
  console.log(`  at most                 ${most} ms`);
  if (Math.max(median(opened), median(read)) > most) process.exitCode = 1;
}
await browser.close();
