/**
 * The time from a key press to the frame with its effect, in lists of 2,000 webhooks: each letter of a filter, opening
 * a webhook in the editor by Enter, and switching between installations of both variants by Ctrl 1 and Ctrl 2. The
 * letters are typed in a list of 20 webhooks in turn, as the reference of this machine and its load.
 *
 * Letters are timed by Chromium's `EventTiming`. The editor and the other list arrive after the frame of the key, so a
 * listener in the page takes the time of the first frame that shows them.
 *
 * Usage: node bench/filter-2000.ts    (needs the built window: npm run build)
 * Exit code 1 if a 95th percentile exceeds its limit.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { keyToPaint, readTrace } from './key-to-paint.ts';
import { limitNow } from './limit-now.ts';
import { quantile } from './median.ts';
import { startPlainChromium } from './plain-chromium.ts';
import { startRealService } from './real-service.ts';

/** Milliseconds, of the 95th percentiles; see `limitNow`. */
const limits = { filter: 32, action: 120 };

/** Typed one after the other, each into an empty filter. */
const texts = ['slack prod', 'pager night', 'hooks.example', 'ops 17', 'zzz none'];
const typings = 3;
/** Milliseconds between two keys: at typing speed, and slow enough for an editor to open. */
const pace = { filter: 93, actions: 500 };
const rounds = 40;

/** Names in the order of the sidebar. */
const installations = {
  first: { variant: 'B', webhooks: 2_000 },
  second: { variant: 'A', webhooks: 2_000 },
  short: { variant: 'B', webhooks: 20 },
} as const;

/**
 * Notes for each of these keys the milliseconds until the first frame in which `shown` returns another text, which is
 * not empty.
 */
async function timeUntilShown(page: Page, key: RegExp, shown: string): Promise<void> {
  await page.evaluate(
    ([pattern = '', what = '']) => {
      const times: number[] = [];
      Object.assign(window, { times });
      const textOf = (): string =>
        what === 'editor'
          ? (document.querySelector<HTMLInputElement>('section[aria-label="Editor"] input')
              ?.value ?? '')
          : (document
              .querySelector('main .pane:has([role="row"][aria-selected])')
              ?.getAttribute('aria-label') ?? '');
      const isTimed = new RegExp(pattern);
      addEventListener(
        'keydown',
        (event) => {
          if (!isTimed.test(event.key)) return;
          const before = textOf();
          const observer = new MutationObserver(() => {
            const now = textOf();
            if (now === '' || now === before) return;
            observer.disconnect();
            requestAnimationFrame(() => {
              setTimeout(() => times.push(performance.now() - event.timeStamp));
            });
          });
          observer.observe(document, { subtree: true, childList: true, attributes: true });
        },
        { capture: true },
      );
    },
    [key.source, shown],
  );
}

const Times = z.array(z.number());

const timesIn = async (page: Page): Promise<number[]> =>
  Times.parse(await page.evaluate(() => ('times' in window ? window.times : [])));

const ms = (value: number): string => `${value.toFixed(1)} ms`;

function report(what: string, times: readonly number[]): number {
  const [middle = NaN, high = NaN, longest = NaN] = [0.5, 0.95, 1].map((share) =>
    quantile(times, share),
  );
  console.log(
    `${what}: ${times.length} keys, median ${ms(middle)}, p95 ${ms(high)}, longest ${ms(longest)}`,
  );
  return high;
}

const services = await Promise.all(
  Object.values(installations).map(({ variant, webhooks }) => startRealService(variant, webhooks)),
);
const folder = await mkdtemp(join(tmpdir(), 'hookdesk-bench-'));
const host = await startWebHost(folder, noKeychain);
const browser = await startPlainChromium();
const filtered = { first: new Array<number>(), short: new Array<number>() };
let opened: number[] = [];
let switched: number[] = [];
try {
  await browser.prepare(async (page) => {
    await page.goto(host.address);
    const hookdesk = new Hookdesk(page);
    await hookdesk.vault.act('Select secret storage…');
    await hookdesk.vault.chooseMemory();
    for (const [at, name] of Object.keys(installations).entries()) {
      const service = services[at];
      if (service !== undefined) await hookdesk.connect(name, service);
    }
  });
  for (const text of Array.from({ length: typings }, () => texts).flat()) {
    for (const name of ['first', 'short'] as const) {
      await browser.prepare(async (page) => {
        const hookdesk = new Hookdesk(page);
        const { list } = hookdesk;
        await hookdesk.installation(name).click();
        await list.filter.fill('');
        await list.rows.first().waitFor();
        await list.filter.focus();
      });
      const trace = await browser.type(Array.from(text), pace.filter, 400);
      filtered[name].push(...keyToPaint(readTrace(trace)));
    }
  }
  await browser.prepare(async (page) => {
    const hookdesk = new Hookdesk(page);
    await hookdesk.installation('first').click();
    await hookdesk.list.filter.fill('');
    await hookdesk.list.grid.focus();
    await timeUntilShown(page, /^Enter$/, 'editor');
  });
  const opening = ['ArrowDown', 'Enter', 'Escape', 'Escape'];
  await browser.type(Array.from({ length: rounds }, () => opening).flat(), pace.actions, 400);
  await browser.prepare(async (page) => {
    opened = await timesIn(page);
    await timeUntilShown(page, /^[12]$/, 'list');
  });
  const switching = ['Control+2', 'Control+1'];
  await browser.type(Array.from({ length: rounds }, () => switching).flat(), pace.actions, 400);
  await browser.prepare(async (page) => {
    switched = await timesIn(page);
  });
} finally {
  await browser.end();
  await host.end();
  for (const service of services) await service.close();
  await rm(folder, { recursive: true, force: true });
}
report('a letter of a filter over 20 webhooks', filtered.short);
const high = {
  filter: report('a letter of a filter over 2,000 webhooks', filtered.first),
  open: report('opening an editor', opened),
  switch: report('switching installations', switched),
};
const most = { filter: limitNow(limits.filter), action: limitNow(limits.action) };
console.log(`limits of the p95: filter ${most.filter} ms, others ${most.action} ms`);
const isTimed = opened.length === rounds && switched.length === 2 * rounds;
if (!isTimed) console.log('Not every key had an effect.');
const holds = high.filter <= most.filter && Math.max(high.open, high.switch) <= most.action;
process.exitCode = holds && isTimed ? 0 : 1;
