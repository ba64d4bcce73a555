/**
 * The time from a key press to the frame with its effect, in a template of 256 KiB with the whole Payload tab:
 * checks, findings, preview. The template has many lines or one. Keys are typed at its beginning, middle and
 * end, at typing speed and at the repeat rate of a held key. A template of 4 KiB, which fills the screen, is the
 * reference: it is typed in turn with the others, because the machine draws for most of the time. Each place and
 * speed has its own ratio, of measurements within seconds, and the median of the ratios counts (ADR 56).
 *
 * The times come from traces of Chromium: `EventTiming` of each keydown, in microseconds (Event Timing in the
 * page has steps of 8 ms). The traces stay in .cache/bench, for chrome://tracing or the browser's own tools.
 *
 * Usage: node bench/typing-256k.ts    (needs the built window: npm run build)
 * Exit code 1 if the ratio of the 95th percentiles exceeds the limit.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { Hookdesk } from '../e2e/pages/hookdesk.ts';
import { keyToPaint, longestTask, readTrace } from './key-to-paint.ts';
import { ratioNow } from './limit-now.ts';
import { median, quantile } from './median.ts';
import { startPlainChromium } from './plain-chromium.ts';
import { type RunningService, startRealService } from './real-service.ts';
import { templateOf } from './large-template.ts';

/** The median of the ratios of 95th percentiles of key to paint, large templates to the small one, of `ratioNow`. */
const limit = 1.2;
const traces = join(import.meta.dirname, '../.cache/bench');

/** The typed text: words, a placeholder, brackets and quotes that close automatically. */
const typed = 'Disk 91 %ServerName% is [full], "see" {runbook} 7 ';
const keys = Array.from(typed.repeat(2));

/** Milliseconds between two keys; no multiples of a frame, so that keys hit any point of a frame. */
const paces = [
  { name: 'typed', between: 93 },
  { name: 'held down', between: 37 },
] as const;

/** The bench finds `text` with the editor's search, and types after it. */
const places = [
  { place: 'at the beginning', text: '"text": "' },
  { place: 'in the middle', text: '"Field 1650' },
  { place: 'at the end', text: '"title": "", "value": ' },
] as const;

const shapes = ['one screen', 'many lines', 'one line'] as const;

async function createWebhook(service: RunningService, name: string, template: string) {
  const answer = await fetch(`${service.baseUrl}${service.apiRoot}/webhook/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Token': service.authToken },
    body: JSON.stringify({
      name,
      url: 'https://hooks.example.com/services/ops',
      enabled: true,
      method: 'POST',
      http_headers: [{ http_header_key: 'Content-Type', http_header_value: 'application/json' }],
      payload_template: template,
      low_alert: true,
      med_alert: true,
      high_alert: true,
      cleared_alert: true,
      payload_type: 'ALERT',
    }),
  });
  if (!answer.ok) throw new Error(`The service took no webhook: ${answer.status}`);
}

async function goTo(page: Page, text: string) {
  await new Hookdesk(page).editor.template.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+F');
  await page.getByLabel('Find', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

const service = await startRealService('B', 20);
const folder = await mkdtemp(join(tmpdir(), 'hookdesk-bench-'));
const host = await startWebHost(folder, noKeychain);
const browser = await startPlainChromium();
const ratios: number[] = [];
try {
  await mkdir(traces, { recursive: true });
  for (const shape of shapes) await createWebhook(service, shape, templateOf(shape));
  await browser.prepare(async (page) => {
    await page.goto(host.address);
    const hookdesk = new Hookdesk(page);
    await hookdesk.vault.act('Select secret storage…');
    await hookdesk.vault.chooseMemory();
    await hookdesk.connect('bench', service);
  });
  for (const { place, text } of places) {
    for (const { name, between } of paces) {
      const times = { small: new Array<number>(), large: new Array<number>() };
      for (const shape of shapes) {
        await browser.prepare(async (page) => {
          const hookdesk = new Hookdesk(page);
          await hookdesk.list.open(shape);
          await hookdesk.editor.tab('Payload');
          await goTo(page, shape === 'one screen' ? places[0].text : text);
        });
        // The trace includes the checks and the preview after the last key.
        const trace = await browser.type(keys, between, 800);
        const file = `typing-${shape}-${place}-${name}`.replaceAll(' ', '-');
        await writeFile(join(traces, `${file}.json`), trace);
        const events = readTrace(trace);
        const waits = keyToPaint(events);
        times[shape === 'one screen' ? 'small' : 'large'].push(...waits);
        const [middle, high, longest] = [0.5, 0.95, 1].map((share) => ms(quantile(waits, share)));
        console.log(
          `${shape}, ${place}, ${name}: ${waits.length} keys, median ${middle}, p95 ${high}, longest ${longest}; longest task ${ms(longestTask(events))}`,
        );
      }
      const [small, large] = [quantile(times.small, 0.95), quantile(times.large, 0.95)];
      ratios.push(large / small);
      console.log(
        `p95 ${place}, ${name}: ${ms(large)}, ${(large / small).toFixed(2)} times that of the small template (${ms(small)})`,
      );
    }
  }
} finally {
  await browser.end();
  await host.end();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
const ratio = median(ratios);
const most = ratioNow(limit);
console.log(`median of ${ratios.length} ratios: ${ratio.toFixed(2)} (at most ${most.toFixed(2)})`);
process.exitCode = ratio <= most ? 0 : 1;
