import { beforeEach, expect, test, vi } from 'vitest';
import type * as Electron from 'electron';
import { app, BrowserWindow } from '../electron.fake.ts';
import { FakePreventable } from '../fakes/preventable.fake.ts';
import { FakeSession } from '../fakes/session.fake.ts';
import { windowAddress } from '../security/window-address.ts';
import { HelpWindows } from './help-windows.ts';

vi.mock('electron', () => import('../electron.fake.ts'));

const licences = 'app://hookdesk/help/licences.html';
let outside: string[] = [];
let lines: string[] = [];
let refusal: Error | null = null;
let help: HelpWindows;
const session = new FakeSession() as unknown as Electron.Session;

beforeEach(() => {
  app.reset();
  BrowserWindow.open.length = 0;
  outside = [];
  lines = [];
  refusal = null;
  help = new HelpWindows({
    address: windowAddress(undefined, true),
    session,
    icon: null,
    openExternal: (url) => {
      outside.push(url);
      return refusal === null ? Promise.resolve() : Promise.reject(refusal);
    },
    log: (line) => lines.push(line),
  });
});

/** What the page of a window opens with `window.open`. */
function openFrom(window: BrowserWindow | undefined, url: string) {
  return window?.webContents.windowOpenHandler?.({
    url,
    frameName: '',
    features: '',
    disposition: 'new-window',
    referrer: { url: '', policy: 'default' },
  });
}

test('a page has one window without preload, which is shown again', () => {
  help.show('licences');
  const [window, ...others] = BrowserWindow.open;
  expect(window?.loaded).toBe(licences);
  expect(window?.options.webPreferences).toMatchObject({ session, sandbox: true });
  expect(window?.options.webPreferences).not.toHaveProperty('preload');
  if (window !== undefined) window.minimized = true;
  help.show('licences');
  expect(BrowserWindow.open).toEqual([window, ...others]);
  expect(window?.calls).toEqual(['show', 'focus', 'restore', 'show', 'focus']);
  window?.destroy();
  help.show('licences');
  expect(BrowserWindow.open).toHaveLength(1);
});

test.each(['will-navigate', 'window.open'])('an external link opens in the browser: %s', (way) => {
  help.show('licences');
  const [window] = BrowserWindow.open;
  for (const url of ['https://example.com/', `${licences}#mit`]) {
    if (way === 'window.open') expect(openFrom(window, url)).toEqual({ action: 'deny' });
    else window?.webContents.emit(way, Object.assign(new FakePreventable(), { url }));
  }
  expect(outside).toEqual(['https://example.com/']);
  expect(BrowserWindow.open).toEqual([window]);
});

test('a refused link is logged without its address', async () => {
  refusal = new TypeError('of file:///etc/passwd');
  help.show('licences');
  openFrom(BrowserWindow.open[0], 'file:///etc/passwd');
  await vi.waitFor(() => {
    expect(lines).toEqual([expect.stringMatching(/^help: a link was not opened: TypeError/)]);
  });
  expect(lines[0]).not.toContain('passwd');
});

test('the page of the main window can open only help pages', () => {
  const main = new BrowserWindow();
  help.serve(main as unknown as Electron.BrowserWindow);
  for (const url of ['https://example.com/', 'app://hookdesk/index.html', `${licences}/..`]) {
    expect(openFrom(main, url)).toEqual({ action: 'deny' });
  }
  expect(BrowserWindow.open).toEqual([main]);
  expect(openFrom(main, licences)).toEqual({ action: 'deny' });
  expect(BrowserWindow.open[1]?.loaded).toBe(licences);
  expect(outside).toEqual([]);
});
