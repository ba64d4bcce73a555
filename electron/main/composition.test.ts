import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import { composeDesktop } from './composition.ts';
import { app, nativeTheme, powerMonitor, utilityProcess } from './electron.fake.ts';

vi.mock('electron', () => import('./electron.fake.ts'));
// The real one is `conf` with Electron's folder as its default. Importing it here would end the
// run.
vi.mock('electron-store', () => ({
  default: class extends Conf {
    constructor({ name, ...options }: { name: string }) {
      super({ ...options, configName: name });
    }
  },
}));
// Prevents access to the keychain of the person who runs the tests.
vi.mock('keytar', () => Promise.reject(new Error('no libsecret')));

let dataFolder = '';
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'hookdesk-composeDesktop-'));
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true });
});

const needs = () => ({
  dataFolder,
  service: join(import.meta.dirname, '../../service/main.ts'),
  bundleThread: join(import.meta.dirname, '../worker/bundle-thread.ts'),
  openExternal: () => Promise.resolve(),
});

test('settings are in the data folder, and Electron follows their theme', async () => {
  const { ports, notices, close } = await composeDesktop(needs());
  ports.settings.saveSettings({ ...defaultSettings, theme: 'dark' });
  expect(readFileSync(join(dataFolder, 'settings.json'), 'utf8')).toContain('"dark"');
  expect(nativeTheme.themeSource).toBe('dark');
  expect(notices).toEqual([]);
  await close();
});

test('a damaged settings file causes a notice', async () => {
  writeFileSync(join(dataFolder, 'settings.json'), '{"connections":[{"id"');
  const { notices, close } = await composeDesktop(needs());
  expect(notices).toEqual([expect.stringContaining('settings.damaged-')]);
  await close();
});

test('without a keychain nothing is stored until a person chooses, and the start does not wait', async () => {
  const { ports, close } = await composeDesktop(needs());
  expect(ports.vault.state().status).toBe('opening');
  await ports.vault.retry();
  expect(ports.vault.state()).toMatchObject({
    status: 'unavailable',
    choices: ['passphrase', 'memory'],
  });
  await close();
});

test.each([
  ['suspend', 'linux'],
  ['suspend', 'darwin'],
  ['lock-screen', 'darwin'],
  ['lock-screen', 'win32'],
] as const)(
  'a passphrase vault is locked on %s, on %s',
  { tags: 'slow' },
  async (event, platform) => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', '');
    vi.stubEnv('XDG_RUNTIME_DIR', '');
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    const { ports, close } = await composeDesktop(needs());
    await ports.vault.retry();
    await ports.vault.choose({ kind: 'passphrase', passphrase: 'vier Wörter ohne Sinn' });
    await ports.secrets.set('name', 'secret');
    powerMonitor.emit(event);
    expect(ports.vault.state()).toMatchObject({ status: 'locked', kind: 'passphrase' });
    await close();
  },
);

test('closing ends the practice services', async () => {
  const { ports, close } = await composeDesktop(needs());
  await ports.practice.start('B');
  const child = utilityProcess.forked.at(-1);
  expect(child?.pid).toBeTypeOf('number');
  await close();
  expect(child?.pid).toBeUndefined();
});

test('requests use the proxy that the system names', async () => {
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'])
    vi.stubEnv(name, '');
  app.proxies.set('http://monitor.test', 'SOCKS5 s.invalid:1080');
  const { ports, close } = await composeDesktop(needs());
  const address = { baseUrl: 'http://monitor.test', apiRoot: '/api', variant: 'B' as const };
  const asked = ports.webhooks.list({ ...address, authToken: 'a-token' }, {});
  await expect(asked).rejects.toMatchObject({ problem: { code: 'proxy-failed' } });
  app.proxies.clear();
  await close();
});

test('with damaged managed settings nothing is sent', async () => {
  const message = 'The managed settings in /etc/hookdesk/settings.json cannot be used.';
  const file = '/etc/hookdesk/settings.json';
  const managed = { kind: 'refused' as const, file, message, advice: 'Ask.' };
  const { ports, close } = await composeDesktop({ ...needs(), managed });
  const address = { baseUrl: 'http://monitor.test', apiRoot: '/api', variant: 'B' as const };
  const asked = ports.webhooks.list({ ...address, authToken: 'a-token' }, {});
  await expect(asked).rejects.toMatchObject({ problem: { code: 'host-not-allowed', message } });
  const delivery = { method: 'POST' as const, url: 'http://hooks.test/', headers: [], body: '' };
  const sent = await ports.testSends.send(delivery, 'target');
  expect(sent.problem?.code).toBe('host-not-allowed');
  await close();
});
