// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-hosts-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Runs a host on the data folder. Without D-Bus there is no keychain. */
function run(...args: string[]) {
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      HOOKDESK_DATA: folder,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
    },
    stdio: 'pipe',
  });
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }));
  const firstLine = async (): Promise<string> => {
    const line: unknown[] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      ended.then(() => Promise.reject(new Error(err))),
    ]);
    return String(line[0]);
  };
  return { child, ended, firstLine };
}

const desktop = () => {
  const hooks = join(import.meta.dirname, 'testing/electron-faked.ts');
  return run('--import', hooks, join(import.meta.dirname, 'testing/desktop-program.ts'));
};
const web = () =>
  run(join(import.meta.dirname, '../web/main.ts'), '--dev-origin', 'http://127.0.0.1:5999');

describe('one data folder has one host', () => {
  test('the web host reports the running desktop in one line, and exits with 3', async () => {
    await desktop().firstLine();
    const { code, out, err } = await web().ended;
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(/^Hookdesk already runs as a desktop application, .+\n$/);
    expect(err).toContain(folder);
  });

  test('the desktop reports the address of the web host, and exits with 3', async () => {
    await web().firstLine();
    const { code, out, err } = await desktop().ended;
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(
      /^hookdesk: Hookdesk already runs at http:\/\/127\.0\.0\.1:(?!5999)\d+\/, .+\n$/,
    );
  });
});

test.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the desktop gracefully, with the service that it started',
  async (signal) => {
    const { child, ended, firstLine } = desktop();
    const practice = await firstLine();
    expect((await fetch(practice)).status).toBeGreaterThan(0);
    const begun = performance.now();
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, err: '' });
    expect(performance.now() - begun).toBeLessThan(5_000);
    await expect(fetch(practice)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(readdirSync(folder)).not.toContain('instance.json');
  },
);
