import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ManagedPlace } from '#adapters/managed/managed-file.ts';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { ShutdownEvent } from '#contract/app.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { startApplication } from './application.ts';
import type { ComposeDesktop, DesktopNeeds } from './composition.ts';
import { clientOf, leave } from './fakes/page.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { FakePreventable } from './fakes/preventable.fake.ts';
import { FakeFrame } from './fakes/window.fake.ts';
import { app, BrowserWindow, dialog, Menu, protocol, session, shell } from './electron.fake.ts';

vi.mock('electron', () => import('./electron.fake.ts'));

/** Signal listeners of the test process itself. */
const listeners = ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM', 'SIGHUP'].map(
  (event) => [event, process.rawListeners(event as never)] as const,
);
let folder = '';
let closed = 0;
let notices: string[] = [];
let given: DesktopNeeds | null = null;

/** Starts Hookdesk. Waits until its window is open or the start has failed. */
async function start(
  compose?: ComposeDesktop,
  managed: ManagedPlace = { files: [], owner: 0 },
): Promise<void> {
  startApplication(
    compose ??
      ((needs) => {
        given = needs;
        return Promise.resolve({ ports: fakePorts(), notices, close });
      }),
    managed,
  );
  if (!app.first) return;
  await vi.waitFor(() => {
    expect(BrowserWindow.open.length + dialog.boxes.length).toBeGreaterThan(0);
  });
}

/** Quits, and waits until the process would exit. */
async function quit(): Promise<void> {
  app.quit();
  await vi.waitFor(() => {
    expect(app.calls).toContain('exit 0');
  });
}

const close = (): Promise<void> => {
  closed += 1;
  return Promise.resolve();
};

/** A stopped clock: the desktop waits for its window only. */
const onStandingClock: ComposeDesktop = () => {
  const clock = { ...fakePorts().clock, sleep: () => new Promise<void>(() => undefined) };
  return { ports: { ...fakePorts(), clock }, notices, close };
};

/** Connects the page of a window, which watches for save requests. */
async function connect(window: BrowserWindow | undefined) {
  const frame = new FakeFrame('app://hookdesk');
  window?.webContents.ipc.emit('hookdesk:connect', { senderFrame: frame });
  const { app: core } = clientOf(frame);
  return { core, events: await core.watchShutdown(), frame };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-start-'));
  vi.stubEnv('HOOKDESK_DATA', folder);
  vi.stubEnv('HOOKDESK_DEV_URL', undefined);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  app.reset();
  closed = 0;
  notices = [];
  given = null;
});
afterEach(async () => {
  dialog.answer = 1;
  if (app.listenerCount('will-quit') > 0) await quit();
  app.reset();
  BrowserWindow.open.length = 0;
  dialog.boxes.length = 0;
  dialog.answer = 0;
  for (const [event, before] of listeners) {
    process.removeAllListeners(event);
    for (const listener of before) process.on(event, listener as never);
  }
  rmSync(folder, { recursive: true });
});

describe('the start', () => {
  test('sets the data folder and the scheme before the lock, and everything else after it', async () => {
    await start();
    expect(app.calls).toEqual([
      'setPath userData',
      'setPath sessionData',
      'setPath crashDumps',
      'crashReporter {"uploadToServer":false}',
      'registerSchemesAsPrivileged',
      'requestSingleInstanceLock',
      'whenReady',
    ]);
    expect(app.getPath('userData')).toBe(folder);
    expect(given?.dataFolder).toBe(folder);
    expect(protocol.schemes.map(({ scheme }) => scheme)).toEqual(['app']);
  });

  test('opens the page of the app in its own session', async () => {
    await start();
    const [window] = BrowserWindow.open;
    expect(window?.loaded).toBe('app://hookdesk/index.html');
    expect(window?.options.webPreferences?.session).toBe(session.fromPartition('hookdesk'));
    expect(session.fromPartition('hookdesk').handled.has('app')).toBe(true);
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

  test.each([
    ['{ "updates": "off" }', { kind: 'set', settings: { updates: 'off' } }],
    ['{ "updates": "off" ', { kind: 'refused' }],
  ])('passes on the managed settings %s, and opens its window', async (text, expected) => {
    const file = join(folder, 'managed.json');
    writeFileSync(file, text, { mode: 0o644 });
    const owner = process.getuid?.() ?? 0;
    await start(undefined, { files: [file], owner });
    expect(given?.managed).toMatchObject({ ...expected, file });
    const log = readFileSync(join(folder, 'logs/hookdesk.log'), 'utf8');
    expect(log.includes(`settings in ${file} cannot be used`)).toBe(expected.kind === 'refused');
    expect(BrowserWindow.open).toHaveLength(1);
  });

  test('sets a menu', async () => {
    await start();
    expect(Menu.template?.some((item) => item.role === 'editMenu')).toBe(true);
  });

  test('logs into the data folder, and shows the log in the file manager', async () => {
    await start();
    const log = join(folder, 'logs/hookdesk.log');
    expect(readFileSync(log, 'utf8')).toContain('Hookdesk 1.2.3, desktop');
    process.emit('unhandledRejection', new TypeError('of a secret'), Promise.resolve());
    expect(readFileSync(log, 'utf8')).toMatch(/unhandled rejection: TypeError\n +at /);
    expect(readFileSync(log, 'utf8')).not.toContain('of a secret');
    selectHelp('Show log');
    given?.showLog?.();
    expect(shell.shown).toEqual([log, log]);
  });
  test('that fails for an unexpected reason names the log', async () => {
    await start(() => Promise.reject(new TypeError('of a secret')));
    expect(dialog.texts.at(-1)).toContain(join(folder, 'logs/hookdesk.log'));
    expect(readFileSync(join(folder, 'logs/hookdesk.log'), 'utf8')).toContain('start: TypeError');
  });
  test('loads a development server on request', async () => {
    vi.stubEnv('HOOKDESK_DEV_URL', 'http://127.0.0.1:5173');
    await start();
    expect(BrowserWindow.open[0]?.loaded).toBe('http://127.0.0.1:5173/');
    expect(BrowserWindow.open[0]?.options.webPreferences?.devTools).toBe(true);
  });

  test('shows notices about the data folder in the window', async () => {
    notices = ['The settings file was damaged.'];
    await start();
    const frame = new FakeFrame('app://hookdesk');
    BrowserWindow.open[0]?.webContents.ipc.emit('hookdesk:connect', { senderFrame: frame });
    expect(await clientOf(frame).app.about()).toMatchObject({ host: 'desktop', notices });
    leave(frame);
  });

  test('on a data folder used by the web host names its address, and exits', async () => {
    const lock = await lockInstance(folder);
    lock.announce({ host: 'web', address: 'http://127.0.0.1:4321/' });
    await start();
    expect(dialog.boxes).toEqual(['Hookdesk is already running']);
    expect(dialog.texts.at(-1)).toContain('http://127.0.0.1:4321/');
    expect(app.calls).toContain('exit 3');
    expect(given).toBeNull();
    lock.release();
  });

  test('that fails shows the reason, and exits', async () => {
    const problem = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
    await start(() => Promise.reject(new ProblemError(problem)));
    expect(dialog.boxes).toEqual(['Hookdesk could not start']);
    expect(app.calls).toContain('exit 1');
  });

  test('reports a data folder that cannot be created, and exits before anything else', async () => {
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('HOOKDESK_DATA', join(folder, 'file/data'));
    await start();
    expect(dialog.boxes).toEqual(['Hookdesk could not start']);
    expect(dialog.texts.at(-1)).toContain('cannot be used');
    expect(app.calls).toEqual(['whenReady', 'exit 1']);
  });

  test('explains an invalid address of a development server', async () => {
    vi.stubEnv('HOOKDESK_DEV_URL', 'http://example.com/');
    await start();
    expect(dialog.boxes).toEqual(['Hookdesk could not start']);
    expect(app.calls).toContain('exit 1');
    expect(given).toBeNull();
  });
});

describe('a second start on the same data folder', () => {
  test('exits at once', async () => {
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

  test('passes its files, from its own working folder, to the first one’s window', async () => {
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', 'first.json']);
    await start();
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', '--open=second.json']);
    app.first = false;
    await start();
    expect(app.handedOver).toEqual({ files: [resolve('second.json')], links: [] });
    app.emit('second-instance', {}, [], '/', app.handedOver);
    const taken = given?.toOpen?.files.take(undefined);
    expect((await taken?.next())?.value).toMatchObject({ name: 'first.json' });
    expect((await taken?.next())?.value).toMatchObject({ name: 'second.json' });
  });
});

test('a link that starts Hookdesk waits for its window, and a later link on macOS shows it', async () => {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['electron', '.', 'hookdesk://history/a']);
  await start();
  const links = given?.toOpen?.links.take(undefined);
  expect((await links?.next())?.value).toEqual({ kind: 'entry', entryId: 'a' });
  const [window] = BrowserWindow.open;
  app.emit('open-url', new FakePreventable(), 'hookdesk://all');
  expect(window?.calls).toContain('focus');
  expect((await links?.next())?.value).toEqual({ kind: 'all', query: '' });
});

/** Selects an item of the menu Help. */
function selectHelp(label: string): void {
  const help = Menu.template?.find((item) => item.role === 'help')?.submenu;
  const item = Array.isArray(help) ? help.find((each) => each.label === label) : undefined;
  item?.click?.call(null as never, null as never, undefined, null as never);
}

describe('help', () => {
  test('has its own window, and its links open in the browser', async () => {
    await start();
    selectHelp('Licences');
    const [, help] = BrowserWindow.open;
    expect(help?.loaded).toBe('app://hookdesk/help/licences.html');
    const navigation = { url: 'https://example.com/', isMainFrame: true };
    const details = Object.assign(new FakePreventable(), navigation);
    help?.webContents.emit('will-navigate', details);
    expect(details.prevented).toBe(true);
    expect(shell.opened.at(-1)).toBe('https://example.com/');
  });

  test('does not replace the main window', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await start();
    const [main] = BrowserWindow.open;
    selectHelp('Licences');
    main?.destroy();
    app.emit('activate');
    expect(BrowserWindow.open.map(({ loaded }) => loaded)).toEqual([
      'app://hookdesk/help/licences.html',
      'app://hookdesk/index.html',
    ]);
    expect(BrowserWindow.open[1]?.calls).toContain('focus');
  });
});

describe('the window', () => {
  test('opens at its last position', async () => {
    await start();
    const [window] = BrowserWindow.open;
    window?.maximize();
    window?.emit('close', new FakePreventable());
    window?.destroy();
    app.emit('activate');
    const [next] = BrowserWindow.open;
    expect(next?.options).toMatchObject({ x: 10, y: 20, width: 1_000, height: 700 });
    next?.emit('ready-to-show');
    expect(next?.calls).toContain('maximize');
  });

  test('saves the edits of its page before it closes, and Hookdesk exits with it', async () => {
    await start(onStandingClock);
    const [window] = BrowserWindow.open;
    const { core, events, frame } = await connect(window);
    const asked = events.next();
    window?.close();
    const { kind, id } = ShutdownEvent.parse((await asked).value);
    expect(kind).toBe('save');
    expect(BrowserWindow.open).toEqual([window]);
    const reported = Promise.allSettled([core.reportSaved({ id, isSaved: true })]);
    await vi.waitFor(() => {
      expect(app.calls).toContain('exit 0');
    });
    expect({ boxes: dialog.boxes, closed }).toEqual({ boxes: [], closed: 1 });
    await reported;
    leave(frame);
  });
});

test('the taskbar shows the progress of plans, also on a window that opens later', async () => {
  await start();
  const [first] = BrowserWindow.open;
  given?.showProgress?.(0.25);
  expect(first?.calls).toContain('progress 0.25');
  first?.destroy();
  app.emit('activate');
  const [next] = BrowserWindow.open;
  expect(next?.calls).toContain('progress 0.25');
  given?.showProgress?.(null);
  expect(next?.calls.at(-1)).toBe('progress -1');
});

describe('the exit', () => {
  test('does not follow the last window on a Mac', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await start();
    BrowserWindow.open[0]?.close();
    await vi.waitFor(() => {
      expect(BrowserWindow.open).toEqual([]);
    });
    expect(app.calls).not.toContain('quit');
  });

  test('follows the last window', async () => {
    await start();
    BrowserWindow.open[0]?.close();
    await vi.waitFor(() => {
      expect(app.calls).toContain('exit 0');
    });
    expect(closed).toBe(1);
  });

  test('waits until everything is closed', async () => {
    await start();
    await quit();
    expect(closed).toBe(1);
  });

  test.each([
    ['a signal comes', () => process.emit('SIGTERM')],
    [
      'Windows ends the session',
      (window: BrowserWindow | undefined) => {
        const event = Object.assign(new FakePreventable(), { reasons: ['logoff'] });
        window?.emit('query-session-end', event);
      },
    ],
  ])(
    'asks a window to save its edits when %s, before it destroys the window',
    async (_when, end) => {
      await start(onStandingClock);
      const [window] = BrowserWindow.open;
      const { core, events, frame } = await connect(window);
      const asked = events.next();
      end(window);
      const { kind, id } = ShutdownEvent.parse((await asked).value);
      expect(kind).toBe('end');
      // The window can still use the core, to save its edits.
      expect(await core.about()).toMatchObject({ host: 'desktop' });
      expect(window?.calls).not.toContain('destroy');
      const reported = Promise.allSettled([core.reportSaved({ id, isSaved: true })]);
      await vi.waitFor(() => {
        expect(app.calls).toContain('exit 0');
      });
      expect(window?.calls).toContain('destroy');
      await reported;
      leave(frame);
    },
  );

  test('closes open windows on a signal', async () => {
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
