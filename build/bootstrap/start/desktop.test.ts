import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { obtainElectron } from './desktop.ts';
import type { Machine } from './this-machine.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'obtain-electron-'));
  folder = join(root, 'electron');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"version":"45.0.0"}');
  appendFileSync(join(root, 'attempts'), '');
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** A fixed system: the sandbox of the real one could change the results. */
const machine = (environment: Record<string, string> = {}): Machine => ({
  platform: 'darwin',
  environment,
  user: 501,
});
const obtain = (insist: boolean, environment?: Record<string, string>) =>
  obtainElectron(root, { insist, folder, machine: machine(environment) });
const attempts = () => readFileSync(join(root, 'attempts'), 'utf8').length;

/** Writes an install script that records each run and then executes `then`. */
function install(then: string): void {
  const note = `require('fs').appendFileSync(${JSON.stringify(join(root, 'attempts'))}, 'x');`;
  writeFileSync(join(folder, 'install.js'), `${note}\n${then}`);
}

/** The reason why Electron is missing. */
async function missing(insist: boolean, environment?: Record<string, string>): Promise<string> {
  const electron = await obtain(insist, environment);
  return 'missing' in electron ? electron.missing : '';
}

describe('after a failed download', () => {
  beforeEach(() => {
    install("console.error('no route'); process.exit(1)");
  });

  it('the next start reports the stored reason without a download', async () => {
    expect(await missing(false)).toContain('could not be fetched: no route');
    expect(await missing(false)).toMatch(/no route; --host desktop tries again at once$/);
    expect(attempts()).toBe(1);
  });

  it('`insist` downloads again at once', async () => {
    await obtain(false);
    await obtain(true);
    expect(attempts()).toBe(2);
  });
});

it.skipIf(process.platform === 'win32')(
  'an interrupted download is not stored as a failure',
  async () => {
    install('setInterval(() => {}, 1000)');
    const [groups, desktop] = ['../groups.mjs', './desktop.ts'].map((name) =>
      JSON.stringify(join(import.meta.dirname, name)),
    );
    const options = { insist: false, folder, machine: machine({ PATH: process.env.PATH ?? '' }) };
    const program = `
      import { endGroupsOnSignals } from ${groups ?? ''};
      import { obtainElectron } from ${desktop ?? ''};
      endGroupsOnSignals();
      await obtainElectron(${JSON.stringify(root)}, ${JSON.stringify(options)});`;
    const args = ['--input-type=module', '--eval', program];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = once(child, 'exit');
    await vi.waitFor(() => {
      expect(attempts()).toBe(1);
    }, 10_000);
    child.kill('SIGINT');
    await ended;
    expect(existsSync(join(root, '.cache/electron.json'))).toBe(false);
  },
);

it('finds the binary that the install script has unpacked', async () => {
  const binary = join(folder, 'dist/electron');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(binary, '');
  chmodSync(binary, 0o755);
  install(`require('fs').writeFileSync(${JSON.stringify(join(folder, 'path.txt'))}, 'electron');`);
  expect(await obtain(false)).toEqual({ binary });
});

it('ignores an empty ELECTRON_OVERRIDE_DIST_PATH', async () => {
  install("console.error('no route'); process.exit(1)");
  expect(await missing(false, { ELECTRON_OVERRIDE_DIST_PATH: '' })).toContain('no route');
});

it.skipIf(process.platform === 'win32')(
  'names the commands that allow the sandbox when the kernel forbids it',
  async () => {
    const kernelSettings = join(root, 'sys');
    mkdirSync(join(kernelSettings, 'kernel'), { recursive: true });
    writeFileSync(join(kernelSettings, 'kernel/apparmor_restrict_unprivileged_userns'), '1\n');
    writeFileSync(join(root, 'electron-binary'), '', { mode: 0o755 });
    writeFileSync(join(folder, 'path.txt'), '../../electron-binary');
    const linux: Machine = { platform: 'linux', environment: { DISPLAY: ':0' }, user: 1000 };
    const options = { insist: true, folder, kernelSettings };
    const obtained = await obtainElectron(root, { ...options, machine: linux });
    const helper = join(root, 'chrome-sandbox');
    expect(obtained).toEqual({
      missing:
        'this system does not let it set up its sandbox. To allow it, run once: ' +
        `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    });
  },
);

it('downloads nothing when ELECTRON_OVERRIDE_DIST_PATH names a folder', async () => {
  install('');
  const environment = { ELECTRON_OVERRIDE_DIST_PATH: root };
  expect(await missing(true, environment)).toContain(`${root}, has no Electron`);
  expect(attempts()).toBe(0);
});
