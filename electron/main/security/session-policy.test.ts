import { describe, expect, test } from 'vitest';
import type * as Electron from 'electron';
import { FakePreventable } from '../fakes/preventable.fake.ts';
import { FakeSession } from '../fakes/session.fake.ts';
import { restrictSession, windowPartition } from './session-policy.ts';

const ours = 'app://hookdesk';

async function restricted(origin = ours): Promise<FakeSession> {
  const session = new FakeSession();
  await restrictSession(session, origin);
  return session;
}

type Permission = Parameters<NonNullable<FakeSession['permissionCheck']>>[1];
// Neither handler reads `webContents`. Only the frame and its origin matter.
const contents = null as unknown as Electron.WebContents;

function asks(session: FakeSession, permission: Permission, from: string, isMainFrame = true) {
  let granted: boolean | null = null;
  session.permissionRequest?.(contents, permission, (answer) => (granted = answer), {
    isMainFrame,
    requestingUrl: `${from}/index.html`,
  });
  const checked = session.permissionCheck?.(contents, permission, `${from}/`, { isMainFrame });
  return { granted, checked };
}

describe('permissions', () => {
  test.each<Permission>([
    'media',
    'geolocation',
    'clipboard-read',
    'deprecated-sync-clipboard-read',
    'openExternal',
    'fileSystem',
    'display-capture',
    'hid',
    'usb',
    'serial',
    'local-fonts',
    'local-network-access',
    'unknown',
  ])('%s is denied', async (permission) => {
    expect(asks(await restricted(), permission, ours)).toEqual({ granted: false, checked: false });
  });

  test.each<Permission>(['clipboard-sanitized-write', 'notifications'])(
    '%s is granted to the page of Hookdesk only',
    async (permission) => {
      const session = await restricted();
      const refused = { granted: false, checked: false };
      expect(asks(session, permission, ours)).toEqual({ granted: true, checked: true });
      expect(asks(session, permission, ours, false)).toEqual(refused);
      expect(asks(session, permission, 'https://example.com')).toEqual(refused);
    },
  );

  test('devices and screens are not accessible', async () => {
    const session = await restricted();
    const device = {
      deviceType: 'hid',
      origin: ours,
    } as Electron.DevicePermissionHandlerHandlerDetails;
    expect(session.devicePermission?.(device)).toBe(false);
    expect(session.displayMedia).toBeNull();
  });
});

describe('downloads', () => {
  async function stopped(url: string): Promise<boolean> {
    const download = new FakePreventable();
    (await restricted()).emit('will-download', download, { getURL: () => url });
    return download.prevented;
  }

  test.each([
    'https://example.com/x.exe',
    'app://hookdesk/index.html',
    'blob:https://example.com/1',
    'blob:app://hookdesk.example/1',
    'data:text/plain,x',
  ])('%s is blocked', async (url) => {
    expect(await stopped(url)).toBe(true);
  });

  test('a blob URL of the window can be saved', async () => {
    expect(await stopped('blob:app://hookdesk/5f0c')).toBe(false);
  });
});

test('the session is in memory', () => {
  // Electron stores a partition on disk only if its name has this prefix.
  expect(windowPartition).not.toMatch(/^persist:/);
});

test('no proxy is used', async () => {
  expect((await restricted()).proxy).toEqual({ mode: 'direct' });
});

describe('requests of the page', () => {
  function cancelled(session: FakeSession, url: string): boolean | undefined {
    let cancel: boolean | undefined;
    const details = { url } as Electron.OnBeforeRequestListenerDetails;
    session.beforeRequest?.(details, (answer) => (cancel = answer.cancel));
    return cancel;
  }

  test.each([
    'app://hookdesk/assets/index.js',
    'blob:app://hookdesk/5f0c',
    'data:image/png;base64,AA',
    'devtools://x/y.js',
  ])('%s is allowed', async (url) => {
    expect(cancelled(await restricted(), url)).toBe(false);
  });

  test.each([
    'https://example.com/x',
    'http://127.0.0.1:8080/',
    'ws://127.0.0.1:5173/',
    'file:///etc/passwd',
    'app://other/x',
    'blob:app://other/x',
    'blob:https://example.com/1',
  ])('%s is cancelled', async (url) => {
    expect(cancelled(await restricted(), url)).toBe(true);
  });

  test('a development server and its web socket are allowed', async () => {
    const session = await restricted('http://127.0.0.1:5173');
    expect(cancelled(session, 'http://127.0.0.1:5173/app.ts')).toBe(false);
    expect(cancelled(session, 'ws://127.0.0.1:5173/')).toBe(false);
    expect(cancelled(session, 'http://127.0.0.1:5174/')).toBe(true);
  });
});
