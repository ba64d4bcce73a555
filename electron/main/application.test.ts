import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { startApplication } from './application.ts';
import type { DesktopNeeds } from './composition.ts';
import { clientOf, leave } from './fakes/page.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { FakePreventable } from './fakes/preventable.fake.ts';
import { FakeFrame } from './fakes/window.fake.ts';
import { app, BrowserWindow, dialog, Menu, protocol, session } from './electron.fake.ts';

vi.mock('electron', () => import('./electron.fake.ts'));

/** What the process of the tests listens to by itself. */
const listeners = ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM', 'SIGHUP'].map(
  (event) => [event, process.rawListeners(event as never)] as const,
);
let folder = '';
let closed = 0;
let notices: string[] = [];
let given: DesktopNeeds | null = null;

/** Starts Hookdesk, and waits until its window is open or it has given up. */
async function start(compose?: Parameters<typeof startApplication>[0]): Promise<void> {
  startApplication(
    compose ??
      ((needs) => {
        given = needs;
        const close = () => {
          closed += 1;
          return Promise.resolve();
        };
        return Promise.resolve({ ports: fakePorts(), notices, close });
      }),
  );
  if (!app.first) return;
  await vi.waitFor(() => {
    expect(BrowserWindow.open.length + dialog.boxes.length).toBeGreaterThan(0);
  });
}

/** Quits as Electron does when every window has closed, and waits for the end. */
async function quit(): Promise<void> {
  app.emit('will-quit', new FakePreventable());
  await vi.waitFor(() => {
    expect(app.calls).toContain('exit 0');
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-start-'));
  vi.stubEnv('HOOKDESK_DATA', folder);
  vi.stubEnv('HOOKDESK_DEV_URL', undefined);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  app.first = true;
  app.calls.length = 0;
  closed = 0;
  notices = [];
  given = null;
});
afterEach(async () => {
  if (app.listenerCount('will-quit') > 0) await quit();
  app.removeAllListeners();
  BrowserWindow.open.length = 0;
  dialog.boxes.length = 0;
  for (const [event, before] of listeners) {
    process.removeAllListeners(event);
    for (const listener of before) process.on(event, listener as never);
  }
  rmSync(folder, { recursive: true });
});

describe('the start', () => {
  test('settles the data folder and the scheme before the lock, and the lock before anything', async () => {
    await start();
    expect(app.calls).toEqual([
      'setPath userData',
      'setPath sessionData',
      'registerSchemesAsPrivileged',
      'requestSingleInstanceLock',
      'whenReady',
    ]);
    expect(app.getPath('userData')).toBe(folder);
    expect(given?.dataFolder).toBe(folder);
    expect(protocol.schemes.map(({ scheme }) => scheme)).toEqual(['app']);
  });

  test('opens the page of the app in a session of its own, and shows it when it is drawn', async () => {
    await start();
    const [window] = BrowserWindow.open;
    expect(window?.loaded).toBe('app://hookdesk/index.html');
    expect(window?.options.webPreferences?.session).toBe(session.fromPartition('hookdesk'));
    expect(session.fromPartition('hookdesk').handled.has('app')).toBe(true);
    expect(window?.calls).toEqual([]);
    window?.emit('ready-to-show');
    expect(window?.calls).toEqual(['show']);
  });

  test('restricts both sessions and guards every page', async () => {
    await start();
    for (const restricted of [session.defaultSession, session.fromPartition('hookdesk')]) {
      expect(restricted.permissionRequest).not.toBeNull();
      expect(restricted.permissionCheck).not.toBeNull();
    }
    const contents = BrowserWindow.open[0]?.webContents;
    const navigation = { url: 'https://example.com/', isMainFrame: true };
    const details = Object.assign(new FakePreventable(), navigation);
    contents?.emit('will-navigate', details);
    expect(details.prevented).toBe(true);
    expect(contents?.windowOpenHandler).not.toBeNull();
  });

  test('sets a menu', async () => {
    await start();
    expect(Menu.template?.some((item) => item.role === 'editMenu')).toBe(true);
  });

  test('loads a developer’s server when asked to', async () => {
    vi.stubEnv('HOOKDESK_DEV_URL', 'http://127.0.0.1:5173');
    await start();
    expect(BrowserWindow.open[0]?.loaded).toBe('http://127.0.0.1:5173/');
    expect(BrowserWindow.open[0]?.options.webPreferences?.devTools).toBe(true);
  });

  test('tells the window what was amiss in the data folder', async () => {
    notices = ['The settings file was damaged.'];
    await start();
    const frame = new FakeFrame('app://hookdesk');
    BrowserWindow.open[0]?.webContents.ipc.emit('hookdesk:connect', { senderFrame: frame });
    expect(await clientOf(frame).app.about()).toMatchObject({ host: 'desktop', notices });
    leave(frame);
  });

  test('on a data folder that the web host uses says where that one is, and ends', async () => {
    const lock = await lockInstance(folder);
    lock.announce({ host: 'web', address: 'http://127.0.0.1:4321/' });
    await start();
    expect(dialog.boxes).toEqual(['Hookdesk is already running']);
    expect(dialog.texts.at(-1)).toContain('http://127.0.0.1:4321/');
    expect(app.calls).toContain('exit 3');
    expect(given).toBeNull();
    lock.release();
  });

  test('that fails says why, and ends', async () => {
    const problem = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
    await start(() => Promise.reject(new ProblemError(problem)));
    expect(dialog.boxes).toEqual(['Hookdesk could not start']);
    expect(app.calls).toContain('exit 1');
  });

  test('says why a data folder cannot be made, and ends before anything else', async () => {
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('HOOKDESK_DATA', join(folder, 'file/data'));
    await start();
    expect(dialog.boxes).toEqual(['Hookdesk could not start']);
    expect(dialog.texts.at(-1)).toContain('cannot be used');
    expect(app.calls).toEqual(['exit 1']);
  });
});

describe('a second start on the same data folder', () => {
  test('ends at once', async () => {
    app.first = false;
    await start();
    expect(app.calls).toContain('quit');
    expect(app.calls).not.toContain('whenReady');
    expect(BrowserWindow.open).toEqual([]);
  });

  test('brings the first one’s window to the front', async () => {
    await start();
    const [window] = BrowserWindow.open;
    if (window !== undefined) window.minimized = true;
    app.emit('second-instance');
    expect(window?.calls).toEqual(['restore', 'focus']);
  });

  test('hands over its files, by its own working folder, and the first one’s window gets them', async () => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', 'first.json']);
    await start();
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', '--open=second.json']);
    app.first = false;
    await start();
    expect(app.handedOver).toEqual({ files: [resolve('second.json')] });
    app.emit('second-instance', {}, [], '/', app.handedOver);
    const taken = given?.offeredFiles.take(undefined);
    expect((await taken?.next())?.value).toMatchObject({ name: 'first.json' });
    expect((await taken?.next())?.value).toMatchObject({ name: 'second.json' });
  });
});

describe('the window', () => {
  test('comes back where it was closed', async () => {
    await start();
    const [window] = BrowserWindow.open;
    window?.maximize();
    window?.emit('close');
    window?.destroy();
    app.emit('activate');
    const [next] = BrowserWindow.open;
    expect(next?.options).toMatchObject({ x: 10, y: 20, width: 1_000, height: 700 });
    next?.emit('ready-to-show');
    expect(next?.calls).toContain('maximize');
  });

  test.each([
    [0, 'is loaded again', 1, true],
    [1, 'closes', 0, false],
  ])('whose process is gone asks; answer %i: it %s', async (answer, _what, reloads, stays) => {
    await start();
    const [window] = BrowserWindow.open;
    dialog.answer = answer;
    window?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    await vi.waitFor(() => {
      expect(window?.webContents.reloads).toBe(reloads);
      expect(BrowserWindow.open.length).toBe(stays ? 1 : 0);
    });
    expect(dialog.boxes).toEqual(['The window stopped working.']);
  });
});

test.each([
  [0, 'stays', false],
  [1, 'closes', true],
])(
  'a window that is not done asks before it closes; answer %i: it %s',
  async (answer, _what, leaves) => {
    await start();
    dialog.answer = answer;
    const [first, second] = [new FakePreventable(), new FakePreventable()];
    BrowserWindow.open[0]?.webContents.emit('will-prevent-unload', first);
    expect(dialog.boxes).toEqual([]);
    expect(first.prevented).toBe(false);
    BrowserWindow.open[0]?.webContents.emit('will-prevent-unload', second);
    expect(dialog.boxes).toEqual(['Not everything is done.']);
    expect(second.prevented).toBe(leaves);
  },
);

test('the taskbar shows how far plans have come, on a window that opens meanwhile too', async () => {
  await start();
  const [first] = BrowserWindow.open;
  given?.showProgress(0.25);
  expect(first?.calls).toContain('progress 0.25');
  first?.destroy();
  app.emit('activate');
  const [next] = BrowserWindow.open;
  expect(next?.calls).toContain('progress 0.25');
  given?.showProgress(null);
  expect(next?.calls.at(-1)).toBe('progress -1');
});

describe('the end', () => {
  test('comes with the last window, but not on a Mac', async () => {
    await start();
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    app.emit('window-all-closed');
    expect(app.calls).not.toContain('quit');
    // Unless it was asked to quit, and its window only had to bring edits to the disk first.
    app.emit('before-quit');
    app.emit('window-all-closed');
    expect(app.calls.filter((call) => call === 'quit')).toHaveLength(1);
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    app.emit('window-all-closed');
    expect(app.calls).toContain('quit');
  });

  test('waits for what was started to close', async () => {
    await start();
    await quit();
    expect(closed).toBe(1);
  });

  test('asks a window to save its edits when a signal comes, before it takes the window along', async () => {
    // Time stands still: the desktop waits for the window alone.
    const clock = { ...fakePorts().clock, sleep: () => new Promise<void>(() => undefined) };
    const ports = { ...fakePorts(), clock };
    await start(() => Promise.resolve({ ports, notices, close: () => Promise.resolve() }));
    const [window] = BrowserWindow.open;
    const frame = new FakeFrame('app://hookdesk');
    window?.webContents.ipc.emit('hookdesk:connect', { senderFrame: frame });
    const { app: core } = clientOf(frame);
    const events = await core.watchShutdown();
    const asked = events.next();
    process.emit('SIGTERM');
    expect(await asked).toMatchObject({ value: { kind: 'save' } });
    // The window still reaches the core, to save what it has.
    expect(await core.about()).toMatchObject({ host: 'desktop' });
    expect(window?.calls).not.toContain('destroy');
    await events.return();
    await vi.waitFor(() => {
      expect(app.calls).toContain('exit 0');
    });
    expect(window?.calls).toContain('destroy');
    leave(frame);
  });

  test('takes windows along that are still there when a signal comes', async () => {
    await start();
    const [window] = BrowserWindow.open;
    process.emit('SIGTERM');
    await vi.waitFor(() => {
      expect(app.calls).toContain('exit 0');
    });
    expect(window?.calls).toContain('destroy');
    expect(closed).toBe(1);
  });
});
