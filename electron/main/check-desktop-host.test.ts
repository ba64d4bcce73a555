// @module-tag slow
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ComposeDesktop } from './composition.ts';
import { composeDesktop } from './composition.ts';
import { app, BrowserWindow } from './electron.fake.ts';
import { clientOf, leave } from './fakes/page.fake.ts';
import { FakeFrame } from './fakes/window.fake.ts';
import { startSelfCheck } from './check-desktop-host.ts';

// The settings library is real. It imports Electron as a default.
vi.mock('electron', async () => {
  const doubled = await import('./electron.fake.ts');
  return { ...doubled, default: doubled };
});
// Prevents access to the keychain of the person who runs the tests.
vi.mock('keytar', () => {
  const secrets = new Map<string, string>();
  return {
    default: {
      getPassword: (_: string, account: string) => Promise.resolve(secrets.get(account) ?? null),
      setPassword: (_: string, account: string, secret: string) => {
        secrets.set(account, secret);
        return Promise.resolve();
      },
      deletePassword: (_: string, account: string) => Promise.resolve(secrets.delete(account)),
    },
  };
});

const root = join(import.meta.dirname, '../..');
const programs = {
  service: join(root, 'service/main.ts'),
  bundleThread: join(root, 'electron/worker/bundle-thread.ts'),
};
const compose: ComposeDesktop = (needs) => composeDesktop({ ...needs, ...programs });

/** The main process's view of a page that calls the core and shows the notices. */
interface FakePage {
  readonly asks: boolean;
  readonly onLoad?: (window: BrowserWindow) => void;
}

const frames: FakeFrame[] = [];
let temporary = '';
let printed: string[] = [];
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'hookdesk-checked-'));
  vi.stubEnv('TMPDIR', temporary);
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text, _encoding, done) => {
    printed.push(String(text));
    const written = typeof _encoding === 'function' ? _encoding : done;
    written?.();
    return true;
  });
  app.calls.length = 0;
});
afterEach(() => {
  for (const frame of frames.splice(0)) leave(frame);
  app.removeAllListeners();
  BrowserWindow.open.length = 0;
  rmSync(temporary, { recursive: true });
});

function servePage({ asks, onLoad }: FakePage): void {
  vi.spyOn(BrowserWindow.prototype, 'loadURL').mockImplementation(function (
    this: BrowserWindow,
    url: string,
  ) {
    this.loaded = url;
    let text = '';
    this.webContents.run = (script) => {
      if (script.includes('createElement')) return false;
      const wanted = /includes\("(.*)"\)/.exec(script)?.[1] ?? '';
      return text.includes(wanted);
    };
    onLoad?.(this);
    if (!asks) this.webContents.emit('preload-error', {}, 'preload.cjs', new Error('lost'));
    else {
      const frame = new FakeFrame('app://hookdesk');
      frames.push(frame);
      this.webContents.ipc.emit('hookdesk:connect', { senderFrame: frame });
      void clientOf(frame)
        .app.about()
        .then(
          ({ notices }) => {
            text = notices.join(' ');
          },
          () => undefined,
        );
    }
    return Promise.resolve();
  });
}

const Report = z.object({
  passed: z.boolean(),
  host: z.literal('desktop'),
  checks: z.array(z.object({ name: z.string(), status: z.string(), text: z.string() })),
});

/** Runs the self-check to its exit. Returns the exit code and the failed checks. */
async function check(page: FakePage, composing = compose) {
  servePage(page);
  startSelfCheck({ json: true, output: null }, composing);
  await vi.waitFor(
    () => {
      expect(app.calls.some((call) => call.startsWith('exit'))).toBe(true);
    },
    { timeout: 170_000 },
  );
  const report = Report.parse(JSON.parse(printed.join('')));
  const failed = report.checks.filter(({ status }) => status !== 'passed');
  return { exit: app.calls.find((call) => call.startsWith('exit')), report, failed };
}

test('every part of the desktop passes, in a hidden window, on its own data folder', async () => {
  let seen = '';
  const { exit, report, failed } = await check({
    asks: true,
    onLoad: (window) => {
      expect(window.loaded).toBe('app://hookdesk/index.html');
      expect(window.options.show).toBe(false);
      const [folder = ''] = readdirSync(temporary);
      expect(app.getPath('userData')).toBe(join(temporary, folder));
      seen = readFileSync(join(temporary, folder, 'settings.json'), 'utf8');
    },
  });
  expect(failed).toEqual([]);
  expect(exit).toBe('exit 0');
  expect(report.checks.map(({ name }) => name)).toContain('console and policy');
  // The file of electron-store.
  expect(seen).toContain('"settings"');
  expect(app.calls).not.toContain('requestSingleInstanceLock');
  expect(readdirSync(temporary)).toEqual([]);
}, 180_000);

test('missing programs and a page that does not call the core are found', async () => {
  const missing = join(temporary, 'missing.js');
  const broken: ComposeDesktop = (needs) =>
    composeDesktop({ ...needs, service: missing, bundleThread: missing });
  const { exit, failed } = await check({ asks: false }, broken);
  expect(exit).toBe('exit 1');
  expect(failed.map(({ name }) => name)).toEqual([
    'worker thread',
    'encrypted bundle',
    'practice service',
    'round trip',
  ]);
}, 180_000);

test('without a folder, the data of the person stay unchanged', async () => {
  const file = join(temporary, 'file');
  writeFileSync(file, '');
  vi.stubEnv('TMPDIR', file);
  const { exit, failed } = await check({ asks: true });
  expect(exit).toBe('exit 1');
  expect(failed.map(({ name }) => name)).toEqual(['start', 'other checks']);
  expect(app.calls).not.toContain('setPath userData');
  expect(app.calls).not.toContain('whenReady');
});
