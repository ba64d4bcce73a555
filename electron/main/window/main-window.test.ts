import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Electron from 'electron';
import { createCore } from '#core/core.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { app, BrowserWindow, dialog } from '../electron.fake.ts';
import { FakeSession } from '../fakes/session.fake.ts';
import { windowAddress } from '../security/window-address.ts';
import { routerServer } from '#rpc/router-server.ts';
import { openMainWindow } from './main-window.ts';
import { windowMemory } from './window-place.ts';

vi.mock('electron', () => import('../electron.fake.ts'));

let folder = '';
const lines: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-main-window-'));
  vi.useFakeTimers();
  app.reset();
  await app.whenReady();
  app.calls.length = 0;
  BrowserWindow.open.length = 0;
  dialog.boxes.length = 0;
  lines.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  dialog.answer = 0;
  rmSync(folder, { recursive: true });
});

function open(): BrowserWindow {
  const about = { version: '1.2.3', host: 'desktop', dataFolder: folder, notices: [] } as const;
  openMainWindow({
    address: windowAddress(undefined, true),
    session: new FakeSession() as unknown as Electron.Session,
    preload: '/preload.cjs',
    icon: null,
    memory: windowMemory(folder),
    servePort: routerServer(createCore(fakePorts(), about), (what) => lines.push(what)).servePort,
    quit: () => {
      app.quit();
    },
    log: (line) => lines.push(line),
  });
  const [window] = BrowserWindow.open;
  if (window === undefined) throw new Error('There is no window.');
  return window;
}

const shows = (window: BrowserWindow): number =>
  window.calls.filter((call) => call === 'show').length;

describe('the window is shown once', () => {
  test.each<[string, (window: BrowserWindow) => void]>([
    ['its page is drawn', (window) => window.emit('ready-to-show')],
    ['its page is loaded', ({ webContents }) => webContents.emit('did-finish-load')],
    ['3 s have passed', () => vi.advanceTimersByTime(3_000)],
    [
      'its page cannot be loaded',
      ({ webContents }) =>
        webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://hookdesk/', true),
    ],
  ])('when %s', (_when, happen) => {
    const window = open();
    vi.advanceTimersByTime(2_999);
    expect(shows(window)).toBe(0);
    happen(window);
    expect(shows(window)).toBe(1);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    vi.advanceTimersByTime(60_000);
    expect(shows(window)).toBe(1);
  });

  test('unless it was closed before', () => {
    const window = open();
    window.destroy();
    vi.advanceTimersByTime(60_000);
    expect(shows(window)).toBe(0);
  });
});

describe('the place of the window', () => {
  const bounds = { x: 30, y: 40, width: 900, height: 600 };

  test('is set again after the window was created, for displays of different scales', () => {
    windowMemory(folder).remember({ bounds, maximized: false });
    const window = open();
    expect(window.options).toMatchObject(bounds);
    expect(window.calls).toContain('setBounds');
    expect(window.normalBounds).toEqual(bounds);
  });

  test('is not set again for a first start', () => {
    expect(open().calls).not.toContain('setBounds');
  });

  test('that cannot be stored is logged, and later listeners still guard the edits', () => {
    const window = open();
    // A folder of this name has the effect of a full disk: the file cannot be replaced.
    mkdirSync(join(folder, 'window.json'));
    let guarded = 0;
    window.on('close', () => (guarded += 1));
    window.close();
    expect(guarded).toBe(1);
    expect(lines).toEqual(['window: its place was not stored (EISDIR)']);
  });
});

const failures: [string, string, (contents: BrowserWindow['webContents']) => void][] = [
  [
    'The window could not be loaded.',
    'ERR_FILE_NOT_FOUND (-6)',
    (contents) =>
      contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://hookdesk/', true),
  ],
  [
    'The window stopped working.',
    'oom, exit code 5',
    (contents) => contents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 }),
  ],
];

describe.each(failures)('%s', (message, reason, fail) => {
  test('shows the reason, and a person can reload', async () => {
    const window = open();
    fail(window.webContents);
    await vi.advanceTimersByTimeAsync(0);
    expect(dialog.boxes).toEqual([message]);
    expect(dialog.texts.at(-1)).toContain(reason);
    expect(dialog.buttons).toEqual(['Reload', 'Quit']);
    expect(window.loads).toBe(2);
    expect(lines).toEqual([`window: ${message} ${reason}`]);
    fail(window.webContents);
    expect(dialog.boxes).toHaveLength(2);
  });

  test('lets a person quit', async () => {
    dialog.answer = 1;
    const window = open();
    fail(window.webContents);
    fail(window.webContents);
    await vi.advanceTimersByTimeAsync(0);
    expect(dialog.boxes).toHaveLength(1);
    expect(window.loads).toBe(1);
    expect(app.calls).toContain('quit');
  });
});

test('a failed subframe and a normal process exit show nothing', () => {
  const { webContents } = open();
  webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://hookdesk/frame', false);
  webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(dialog.boxes).toEqual([]);
});
