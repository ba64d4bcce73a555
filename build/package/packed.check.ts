import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundleIfStale } from '../bundle/bundle.ts';
import { packagesBeside } from '../bundle/node-config.ts';
import { bareImports } from './bare-imports.ts';
import { fusesOf, releaseFuses } from './fuses.ts';
import { packForLinux, type Packed } from './pack.ts';
import { readStack } from './read-stack.ts';
import { copySourceMaps, sourceMapsName } from './source-maps.ts';

const root = join(import.meta.dirname, '../..');

let packed: Packed;
let manifest: Record<string, unknown>;

beforeAll(async () => {
  await bundleIfStale();
  packed = await packForLinux();
  manifest = JSON.parse(readFileSync(join(packed.extracted, 'package.json'), 'utf8')) as never;
});
afterAll(() => {
  packed.remove();
});

/** Runs a script in the extracted archive, where Node finds only the archive's packages. */
function inApp(script: string): { status: number | null; output: string } {
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: packed.extracted,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOOKDESK_DATA: join(packed.extracted, 'data') },
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

/**
 * Creates a fake package `electron` with the imported names. Its single-instance lock is already
 * taken, so that all modules load and nothing else runs.
 */
function putElectron(): void {
  const folder = join(packed.extracted, 'node_modules/electron');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "main": "index.cjs" }');
  writeFileSync(
    join(folder, 'index.cjs'),
    `exports.app = {
       isPackaged: true, setPath() {}, requestSingleInstanceLock: () => false,
       quit: () => console.error('quit'),
     };
     exports.crashReporter = { start() {} };
     exports.protocol = { registerSchemesAsPrivileged() {} };
     exports.BrowserWindow = exports.MessageChannelMain = class {};
     exports.dialog = exports.Menu = exports.nativeTheme = exports.screen = {};
     exports.powerMonitor = exports.session = exports.shell = exports.utilityProcess = exports.ipcMain = {};`,
  );
}

describe('the archive contains', () => {
  test('Hookdesk’s entry', () => {
    expect(manifest).toMatchObject({ main: 'dist/main/index.js', type: 'module' });
    expect(manifest).toMatchObject({ productName: 'Hookdesk', desktopName: 'hookdesk.desktop' });
    const entry = readFileSync(join(packed.extracted, 'dist/main/index.js'), 'utf8');
    expect(entry).toContain('requestSingleInstanceLock');
    expect(entry).toContain('hookdesk:connect');
  });

  test('a page for the window without inline code and external addresses', () => {
    const page = readFileSync(join(packed.extracted, 'dist/renderer/desktop/index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test('the desktop version of the window', () => {
    const assets = join(packed.extracted, 'dist/renderer/desktop/assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const text = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
    expect(text).toContain('hookdesk:port');
    expect(text).not.toContain('new WebSocket');
  });
});

test('without an update server, the package has no app-update.yml', () => {
  expect(readdirSync(dirname(packed.unpacked))).not.toContain('app-update.yml');
});

test('with an update server, app-update.yml names it and the download folder', async () => {
  const url = 'https://updates.hookdesk.dev/latest';
  const withFeed = await packForLinux({ provider: 'generic', url });
  const file = join(dirname(withFeed.unpacked), 'app-update.yml');
  const written: unknown = parse(readFileSync(file, 'utf8'));
  withFeed.remove();
  expect(written).toEqual({ provider: 'generic', url, updaterCacheDirName: 'hookdesk-updater' });
});

describe('the keychain’s native module', () => {
  const native = () => readdirSync(packed.unpacked, { recursive: true, encoding: 'utf8' });

  test('is outside the archive, only for this system', () => {
    const wanted = `node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`;
    expect(native().filter((name) => name.endsWith('.node'))).toEqual([wanted]);
    expect(packed.files.filter((path) => path.endsWith('.node'))).toEqual([wanted]);
  });

  test('loads from the extracted archive', () => {
    const script = `import keytar from 'keytar'; console.log(typeof keytar.setPassword);`;
    expect(inApp(script)).toEqual({ status: 0, output: 'function\n' });
  });
});

test.each([
  ['main', ['electron', ...packagesBeside]],
  ['service', []],
])('dist/%s imports no package but %j', (part, names) => {
  expect(bareImports(join(packed.extracted, 'dist', part))).toEqual(names);
});

test('the entry loads with its packages, and a second start ends at once', () => {
  putElectron();
  const { output } = inApp(`await import('./dist/main/index.js');`);
  const folder = join(packed.extracted, 'data');
  expect(output).toBe(`hookdesk: already running on ${folder}\nquit\n`);
});

test('a stack trace of the entry is read with the source maps beside the release', () => {
  putElectron();
  const { output } = inApp(`
    import electron from 'electron';
    electron.protocol.registerSchemesAsPrivileged = () => console.error(new Error('here').stack);
    await import('./dist/main/index.js');`);
  const release = mkdtempSync(join(tmpdir(), 'hookdesk-release-'));
  copySourceMaps(root, release);
  const read = readStack(output, join(release, sourceMapsName));
  rmSync(release, { recursive: true });
  const [, file = '', line = ''] = /^ +at prepareStart \((\S+):(\d+):\d+\)$/m.exec(read) ?? [];
  expect(file).toBe('electron/main/application.ts');
  expect(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1]).toContain(
    'protocol.registerSchemesAsPrivileged([',
  );
  expect(read).toMatch(/^ +at startApplication \(electron\/main\/application\.ts:/m);
});

test('the bundle thread runs as text, without packages', () => {
  const { status, output } = inApp(`
    import { readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    const program = readFileSync('dist/bundle-thread/main.cjs', 'utf8');
    const worker = new Worker(program, { eval: true, execArgv: [] });
    worker.once('message', ({ result }) => {
      console.log(JSON.stringify(result));
      void worker.terminate();
    });
    worker.postMessage({ id: 1, work: 'exports', method: 'findSecrets', given: ['e'] });`);
  expect(output.trim()).toBe('{"secrets":0,"webhooks":0,"leftOut":[]}');
  expect(status).toBe(0);
});

test('the practice service starts from the archive', async () => {
  const entry = join(packed.extracted, 'dist/service/main.js');
  const child = spawn(process.execPath, [entry, '--variant', 'B', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: child.stdout });
    const { value: line } = (await lines[Symbol.asyncIterator]().next()) as { value: string };
    expect(line).toMatch(/http:\/\/127\.0\.0\.1:\d+\/api\/v14/);
  } finally {
    child.kill();
  }
});

test('packages for Linux name the homepage and the maintainer', () => {
  const made = packed.packages.map((args) => {
    const option = (name: string): string => args[args.indexOf(name) + 1] ?? '';
    expect(option('--url')).toBe('https://hookdesk.invalid');
    expect(option('--maintainer')).toMatch(/^The Hookdesk .+ <.+@.+>$/);
    return option('--package').split('.').at(-1);
  });
  expect(made.sort()).toEqual(['deb', 'rpm']);
});

test('an upgrade keeps the link to the program, and a removal deletes it', () => {
  const tools = mkdtempSync(join(tmpdir(), 'hookdesk-removal-'));
  const asked = join(tools, 'asked');
  const tool = `#!/bin/sh\necho "$@" >>'${asked}'\n`;
  writeFileSync(join(tools, 'update-alternatives'), tool, { mode: 0o700 });
  const ran = (script: string, argument: string): string => {
    writeFileSync(asked, '');
    const env = { PATH: `${tools}:${process.env.PATH ?? ''}` };
    const { status } = spawnSync('bash', ['-c', script, 'after-remove', argument], { env });
    expect(status).toBe(0);
    return readFileSync(asked, 'utf8');
  };
  expect(packed.removals).toHaveLength(2);
  for (const script of packed.removals) {
    // The arguments of rpm; dpkg's words come before the installation of the new package.
    expect(ran(script, '1')).toBe('');
    expect(ran(script, '0')).toBe('--remove hookdesk /opt/Hookdesk/hookdesk\n');
    expect(ran(script, 'remove')).toBe('--remove hookdesk /opt/Hookdesk/hookdesk\n');
  }
  rmSync(tools, { recursive: true });
});

test('the desktop on Linux opens bundles with Hookdesk, also encrypted ones', () => {
  const types = packed.textFiles.get('/usr/share/mime/packages/hookdesk.xml') ?? '';
  const patterns = [...types.matchAll(/type="([^"]+)">\s*<glob pattern="([^"]+)"/g)];
  expect(patterns.map(([, type, pattern]) => [type, pattern])).toEqual([
    ['application/vnd.hookdesk.bundle+json', '*.hookdesk.json'],
    ['application/vnd.hookdesk.bundle-age', '*.hookdesk.json.age'],
  ]);
  const entry = packed.textFiles.get('/usr/share/applications/hookdesk.desktop') ?? '';
  for (const [, type] of patterns) expect(entry).toContain(`${type};`);
  expect(entry).toMatch(/^Exec=.*hookdesk %U$/m);
});

test('the desktop on Linux matches the windows by class and opens links with Hookdesk', () => {
  const entry = packed.textFiles.get('/usr/share/applications/hookdesk.desktop') ?? '';
  for (const each of [entry, packed.appImageEntry]) {
    expect(each).toMatch(/^StartupWMClass=hookdesk$/m);
    expect(each).toMatch(/^Name=Hookdesk$/m);
    expect(each).toMatch(/^MimeType=.*\bx-scheme-handler\/hookdesk;/m);
  }
});

test('the desktop entry of the AppImage does not disable the sandbox', () => {
  expect(packed.appImageEntry).toMatch(/^Exec=AppRun %U$/m);
});

test('the fuses have the released states', async () => {
  expect(await fusesOf(packed.executable)).toMatchObject(releaseFuses);
});
