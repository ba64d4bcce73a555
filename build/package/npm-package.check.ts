import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bundleIfStale } from '../bundle/bundle.ts';
import { packagesBeside } from '../bundle/node-config.ts';
import { bareImports } from './bare-imports.ts';
import { makeNpmPackage } from './npm-package.ts';

const windows = process.platform === 'win32';
let folder: string;
let installed: string;
let service: ChildProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-npm-'));
  await bundleIfStale();
  const file = makeNpmPackage(folder);
  // A registry that does not exist, and an empty cache: the file needs neither.
  const npm = spawnSync('npm', ['install', '--global', '--offline', '--no-audit', file], {
    env: {
      ...process.env,
      npm_config_prefix: join(folder, 'prefix'),
      npm_config_cache: join(folder, 'cache'),
      npm_config_registry: 'http://127.0.0.1:9/',
    },
    encoding: 'utf8',
    shell: windows,
  });
  expect({ status: npm.status, err: npm.status === 0 ? '' : npm.stderr }).toEqual({
    status: 0,
    err: '',
  });
  installed = join(folder, 'prefix', windows ? 'node_modules' : 'lib/node_modules', 'hookdesk');
  const program = join(import.meta.dirname, '../../service/main.ts');
  const options = ['--variant', 'B', '--seed', '3', '--port', '0', '--end-with-stdin'];
  service = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, WEBHOOK_SERVICE_AUTH_TOKEN: 'token' },
  });
  const [line] = z
    .tuple([z.instanceof(Buffer)])
    .parse(await once(service.stdout ?? service, 'data'));
  const baseUrl = /http:\/\/[\d.:]+/.exec(line.toString())?.[0];
  const connection = { name: 'acme', baseUrl, variant: 'B', apiRoot: '/api/v14' };
  const connections = { format: 'hookdesk-connections', version: 1, connections: [connection] };
  writeFileSync(join(folder, 'installations.json'), JSON.stringify(connections));
});
afterAll(() => {
  service.kill();
  rmSync(folder, { recursive: true });
});

const manifest = (): Record<string, unknown> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')));

/** Runs the installed command, found on the PATH, with this Node. */
const hookdesk = (...args: readonly string[]) =>
  promisify(execFile)(
    'hookdesk',
    [...args, '--installations-file', join(folder, 'installations.json')],
    {
      env: {
        ...process.env,
        HOOKDESK_TOKEN_ACME: 'token',
        PATH: [
          join(folder, 'prefix', windows ? '' : 'bin'),
          join(process.execPath, '..'),
          process.env.PATH,
        ].join(windows ? ';' : ':'),
      },
      shell: windows,
    },
  );

test('the installed command prints its help and version', async () => {
  expect((await hookdesk('--help')).stdout).toContain('installations');
  expect((await hookdesk('--version')).stdout).toBe(`${String(manifest().version)}\n`);
});

test('the installed command lists, exports and plans', async () => {
  expect((await hookdesk('list', 'acme')).stdout.split('\n')).toHaveLength(4);
  const to = join(folder, 'webhooks');
  await hookdesk('export', 'acme', '--to', to);
  expect((await hookdesk('plan', to, '--exit-code')).stdout).toBe('');
});

test('the package has no other code than its bundles and the keychain library', () => {
  expect(bareImports(join(installed, 'dist/cli')).filter((name) => name !== 'electron')).toEqual(
    packagesBeside,
  );
  expect(manifest()).not.toHaveProperty('scripts');
  expect(manifest()).toMatchObject({
    bin: { hookdesk: 'dist/cli/main.js' },
    engines: { node: '>=24' },
  });
});

test('the package has the licences of what it contains', () => {
  const licences = readFileSync(join(installed, 'LICENCES.txt'), 'utf8');
  for (const name of ['commander ', 'zod ', 'undici ', '@github/keytar ']) {
    expect(licences).toContain(`\n${name}`);
  }
});
