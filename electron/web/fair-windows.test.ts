// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { HookdeskClient } from '#contract/index.ts';
import { aLongSnapshot, storedOf } from '#test-support/stored-content-fixture.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { clientWith, tradeKey } from '#test-support/window-fixture.ts';
import { startWebHost, type WebHost } from './host.ts';
import { openSocket } from './testing/raw-request.ts';

const flood = 20_000;
const webhooks = 2_000;
const filter = { connectionId: 'acme', text: 'webhook' };

let folder = '';
let host: WebHost | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-fair-'));
});
afterEach(async () => {
  await host?.close();
  rmSync(folder, { recursive: true });
});

interface BusyWindow {
  answered: () => number;
  refused: () => number;
  send: (message: object) => void;
  close: () => void;
}

/** Starts a host with a long list and two windows; the busy one asks without waiting. */
async function twoWindows(): Promise<{ busy: BusyWindow; other: HookdeskClient }> {
  const ports = fakePorts();
  ports.snapshots.held.set('acme', storedOf(aLongSnapshot('Webhook', webhooks)));
  host = await startWebHost({
    dataFolder: folder,
    version: '1.2.3',
    page: new Map(),
    compose: () => ({ ports, notices: [], close: () => Promise.resolve() }),
  });
  const key = new URL(host.urlWithKey).hash.slice('#key='.length);
  const secret = await tradeKey(host.url, key);
  const other = await clientWith(host.url, secret);
  expect(await other.webhooks.filter(filter)).toHaveLength(webhooks);
  const socket = await openSocket(Number(new URL(host.url).port), secret);
  let answered = 0;
  let refused = 0;
  socket.on('message', (data) => {
    const text = z.instanceof(Buffer).parse(data).toString();
    if (text.includes('the limit of 1000 filters and searches')) refused += 1;
    else answered += 1;
  });
  const busy = {
    answered: () => answered,
    refused: () => refused,
    send: (message: object) => {
      socket.send(JSON.stringify(message));
    },
    close: () => {
      socket.terminate();
    },
  };
  return { busy, other };
}

function sendFlood(busy: BusyWindow): void {
  for (let nth = 0; nth < flood; nth += 1) {
    busy.send({ i: String(nth), p: { u: '/webhooks/filter', b: { json: filter } } });
  }
}

const untilAnswered = (busy: BusyWindow, count: number): Promise<void> =>
  expect.poll(busy.answered, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(count);

it('a window with 20,000 filters delays another one by a few calls, and is refused the most', async () => {
  const { busy, other } = await twoWindows();
  const before = process.memoryUsage().rss;
  sendFlood(busy);
  await untilAnswered(busy, 1);
  for (let call = 0; call < 10; call += 1) {
    const seen = busy.answered();
    expect(await other.app.about()).toMatchObject({ version: '1.2.3' });
    expect(await other.webhooks.filter(filter)).toHaveLength(webhooks);
    expect(busy.answered() - seen).toBeLessThan(100);
  }
  expect(busy.answered()).toBeLessThan(500);
  await expect
    .poll(() => busy.answered() + busy.refused(), { timeout: 40_000, interval: 20 })
    .toBe(flood);
  expect(busy.answered()).toBeGreaterThanOrEqual(1_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  busy.close();
}, 60_000);

it('cancelled filters that wait are never answered, and free their places', async () => {
  const { busy, other } = await twoWindows();
  sendFlood(busy);
  for (let nth = 0; nth < flood; nth += 1) busy.send({ i: String(nth), t: 4 });
  // Messages arrive in order: this one comes after all that were cancelled.
  busy.send({ i: 'last', p: { u: '/app/about' } });
  await untilAnswered(busy, 1);
  expect(await other.webhooks.filter(filter)).toHaveLength(webhooks);
  const answered = busy.answered();
  expect(answered).toBeLessThan(100);
  busy.send({ i: 'next', p: { u: '/webhooks/filter', b: { json: filter } } });
  await untilAnswered(busy, answered + 1);
  busy.close();
}, 60_000);
