/**
 * Chromium without Playwright during the measurement: Playwright observes the page's sockets on the thread that
 * handles keys. It prepares the page and disconnects. Keys and traces use a plain DevTools connection.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { untilOpen } from '#rpc/until-open.ts';

/** Categories of the traces: tasks of the main thread, and the presentation of input effects. */
const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Milliseconds. */
const untilIdle = 1_000;

export interface PlainChromium {
  /** Lets Playwright prepare the page, disconnects it, and gives the window time to become idle. */
  prepare(work: (page: Page) => Promise<void>): Promise<void>;
  /** Presses the keys; see `eventOf`. Returns the trace as JSON. `between` and `afterwards` are in milliseconds. */
  type(keys: readonly string[], between: number, afterwards: number): Promise<string>;
  end(): Promise<void>;
}

export async function startPlainChromium(): Promise<PlainChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'hookdesk-chromium-'));
  const child = spawn('/usr/bin/chromium', [
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    '--no-first-run',
    '--window-size=1600,1000',
    '--force-device-scale-factor=1',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    'about:blank',
  ]);
  const browserAddress = await addressOf(child);
  const { host } = new URL(browserAddress);
  return {
    prepare: async (work) => {
      const browser = await chromium.connectOverCDP(`http://${host}`);
      const page = browser.contexts()[0]?.pages()[0];
      if (page === undefined) throw new Error('Chromium has no page.');
      await work(page);
      // Only disconnects, because Playwright did not start this browser.
      await browser.close();
      // The window still draws what was prepared; a first key would wait for it.
      await sleep(untilIdle);
    },
    type: async (keys, between, afterwards) => {
      const wholeBrowser = await DevTools.of(browserAddress);
      const page = await DevTools.of(await pageAddress(host));
      const parts: unknown[] = [];
      wholeBrowser.on('Tracing.dataCollected', ({ value }) => {
        if (Array.isArray(value)) parts.push(...(value as unknown[]));
      });
      const traceConfig = { includedCategories: categories };
      await wholeBrowser.ask('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
      for (const key of keys) {
        const next = performance.now() + between;
        await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', ...eventOf(key) });
        await page.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...eventOf(key) });
        await sleep(Math.max(0, next - performance.now()));
      }
      await sleep(afterwards);
      const complete = wholeBrowser.once('Tracing.tracingComplete');
      await wholeBrowser.ask('Tracing.end', {});
      await complete;
      page.close();
      wholeBrowser.close();
      return JSON.stringify({ traceEvents: parts });
    },
    end: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Of a character, a named key such as `Enter`, or a digit with Control such as `Control+1`. */
function eventOf(key: string): Record<string, unknown> {
  const digit = /^Control\+(\d)$/.exec(key)?.[1];
  if (digit !== undefined) return { key: digit, code: `Digit${digit}`, modifiers: 2 };
  return { key, ...(key.length === 1 ? { text: key } : {}) };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('Chromium has no output.');
  for await (const line of createInterface({ input: stderr })) {
    const address = /^DevTools listening on (\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    stderr.resume();
    return address;
  }
  throw new Error('Chromium did not start.');
}

async function pageAddress(host: string): Promise<string> {
  const answer = await fetch(`http://${host}/json/list`);
  const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[];
  const page = targets.find(({ type }) => type === 'page');
  if (page === undefined) throw new Error('Chromium has no page.');
  return page.webSocketDebuggerUrl;
}

type Listener = (params: Record<string, unknown>) => void;

/** The used part of the DevTools protocol. */
class DevTools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<string, Listener>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as {
        id?: number;
        method?: string;
        params?: Record<string, unknown>;
        error?: { message: string };
      };
      if (message.method !== undefined) this.#listeners.get(message.method)?.(message.params ?? {});
      const waiting = this.#waiting.get(message.id ?? 0);
      if (message.error !== undefined) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(null);
    });
  }

  static async of(address: string): Promise<DevTools> {
    const socket = new WebSocket(address);
    await untilOpen(socket);
    return new DevTools(socket);
  }

  ask(method: string, params: Record<string, unknown>): Promise<unknown> {
    const id = (this.#last += 1);
    const answer = Promise.withResolvers();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  }

  on(method: string, listener: Listener): void {
    this.#listeners.set(method, listener);
  }

  once(method: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.on(method, resolve);
    });
  }

  close(): void {
    this.#socket.close();
  }
}
