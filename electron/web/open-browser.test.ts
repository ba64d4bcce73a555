// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOf } from '#test-support/window-fixture.ts';
import { openBrowser } from '#adapters/browser/open-browser.ts';

let folder = '';
let data = '';
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-open-'));
  data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'seen'));
  children = [];
  // Records what any local user, or a program of this user, reads about the opening program.
  tool(
    'xdg-open',
    `cp /proc/$$/cmdline /proc/$$/environ '${folder}/seen/' && : > '${folder}/seen/done'`,
  );
  tool('xdg-settings', 'exit 1');
  tool('xdg-mime', 'exit 1');
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function tool(name: string, script: string): void {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const devOrigin = 'http://127.0.0.1:5999';
const environment = () => ({
  PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
  HOME: folder,
  DISPLAY: ':0',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
});

const seen = (name: string): string => readFileSync(join(folder, 'seen', name), 'utf8');
const argument = (): string => seen('cmdline').split('\0').at(-2) ?? '';

async function opened() {
  const program = join(import.meta.dirname, 'main.ts');
  const args = [program, '--data', data, '--dev-origin', devOrigin, '--open-browser'];
  const child = spawn(process.execPath, args, { env: environment(), stdio: 'pipe' });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const key = /#key=([\w-]{43})$/.exec(line)?.[1] ?? '';
  await expect.poll(() => existsSync(join(folder, 'seen/done')), { timeout: 20_000 }).toBe(true);
  const { address } = JSON.parse(readFileSync(join(data, 'instance.json'), 'utf8')) as {
    address: string;
  };
  return { child, key, address };
}

const page = (): string => join(data, 'browser/open.html');
const trade = (address: string, key: string) => clientOf(address, key, devOrigin);

describe.runIf(process.platform === 'linux')('opening the browser', () => {
  it('passes a page that only the user reads, and no key in arguments or environment', async () => {
    const { child, key } = await opened();
    expect(key).not.toBe('');
    expect(argument()).toBe(page());
    for (const name of ['cmdline', 'environ']) {
      expect(readFileSync(`/proc/${child.pid}/${name}`, 'utf8')).not.toContain(key);
    }
    expect(seen('cmdline') + seen('environ')).not.toContain(key);
    expect(readFileSync(page(), 'utf8')).toContain(`content="0; url=${devOrigin}/#key=${key}"`);
    expect(statSync(page()).mode & 0o777).toBe(0o600);
    expect(statSync(join(data, 'browser')).mode & 0o7777).toBe(0o700);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(existsSync(join(data, 'browser'))).toBe(false);
  });

  it('removes the page after the trade', async () => {
    const { key, address } = await opened();
    expect(existsSync(page())).toBe(true);
    await trade(address, key);
    await expect.poll(() => existsSync(page())).toBe(false);
  });

  it('replaces the page of a killed host, and follows no link in its place', async () => {
    const victim = join(folder, 'victim');
    mkdirSync(victim, { mode: 0o755 });
    writeFileSync(join(victim, 'open.html'), 'canary');
    symlinkSync(victim, join(data, 'browser'));
    const { child, key } = await opened();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readFileSync(page(), 'utf8')).toContain(key);
    rmSync(join(folder, 'seen/done'));
    const next = await opened();
    expect(readFileSync(page(), 'utf8')).toContain(next.key);
    expect(readdirSync(victim)).toEqual(['open.html']);
    expect(readFileSync(join(victim, 'open.html'), 'utf8')).toBe('canary');
  });

  it('passes the address without the key to a browser that cannot read the page', async () => {
    tool('xdg-settings', 'echo firefox_firefox.desktop');
    const entry = join(folder, '.local/share/applications');
    mkdirSync(entry, { recursive: true });
    writeFileSync(join(entry, 'firefox_firefox.desktop'), 'Exec=/snap/bin/firefox %u');
    const { key, address } = await opened();
    expect(argument()).toBe(`${devOrigin}/`);
    expect(seen('environ')).not.toContain(key);
    expect(existsSync(page())).toBe(false);
    await trade(address, key);
  });

  it('removes the page after a time, and when no browser opens', async () => {
    for (const [name, value] of Object.entries({ ...environment(), CI: '' })) {
      vi.stubEnv(name, value);
    }
    const said: string[] = [];
    const options = {
      dataFolder: data,
      address: `${devOrigin}/#key=k`,
      keyExchanged: new Promise(() => undefined),
      print: (line: string): void => void said.push(line),
    };
    await openBrowser({ ...options, limit: 200 });
    expect(existsSync(page())).toBe(true);
    await expect.poll(() => existsSync(page())).toBe(false);
    rmSync(join(folder, 'bin/xdg-open'));
    vi.stubEnv('PATH', join(folder, 'bin'));
    await openBrowser(options);
    await expect.poll(() => said).toEqual([expect.stringContaining('No browser')]);
    expect(existsSync(page())).toBe(false);
  });
});
