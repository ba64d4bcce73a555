// @module-tag slow
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
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
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { clientOf } from '#test-support/window-fixture.ts';

let parent = '';
let folder = '';
let children: ChildProcess[];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-planted-'));
  folder = join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(parent, { recursive: true });
});

const devOrigin = 'http://127.0.0.1:5999';

function run(wrap: (command: string[]) => string[] = (command) => command) {
  const program = join(import.meta.dirname, 'main.ts');
  const args = [process.execPath, program, '--data', folder, '--dev-origin', devOrigin];
  const [command = '', ...rest] = wrap(args);
  const child = spawn(command, rest, {
    // Without D-Bus there is no keychain.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
    stdio: 'pipe',
  });
  children.push(child);
  let err = '';
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, err }));
  return { child, ended };
}

async function opened(wrap?: (command: string[]) => string[]) {
  const { child, ended } = run(wrap);
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(({ err }) => Promise.reject(new Error(err))),
  ]);
  const { address } = JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')) as {
    address: string;
  };
  const client = await clientOf(address, /#key=([\w-]+)$/.exec(line)?.[1] ?? '', devOrigin);
  return { client, child, ended };
}

/** Uses everything that writes: vault, settings, database, practice service, log. */
async function used(wrap?: (command: string[]) => string[]) {
  const { client, child, ended } = await opened(wrap);
  await client.vault.choose({ kind: 'passphrase', passphrase: 'correct horse battery staple' });
  await client.connections.add({
    settings: { ...blankConnection, name: 'acme', baseUrl: 'http://127.0.0.1:1' },
    secrets: { authToken: 'fake' },
  });
  await client.drafts.save({ draft: aDraft(), basedOn: null });
  await client.practice.start({ ids: ['A'] });
  return { child, ended };
}

const entries = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
    entry,
    path: join(entry.parentPath, entry.name),
  }));

it.runIf(process.platform !== 'win32')(
  'a used data folder is readable by its owner only, and no file of it can be a link or a pipe',
  { timeout: 60_000 },
  async () => {
    // The widest umask: nothing is left to the terminal of the user.
    const { child, ended } = await used((command) => [
      'sh',
      '-c',
      'umask 0; exec "$@"',
      '',
      ...command,
    ]);
    const modes = (): string[] =>
      entries().map(({ entry, path }) => {
        const mode = (statSync(path).mode & 0o7777).toString(8);
        return `${entry.isDirectory() ? 'folder' : 'file'} ${mode}`;
      });
    expect(new Set(modes())).toEqual(new Set(['folder 700', 'file 600']));
    const whileOpen = filesHere();
    child.kill('SIGTERM');
    await ended;
    expect(new Set(modes())).toEqual(new Set(['folder 700', 'file 600']));
    const names = new Set([...whileOpen, ...filesHere()]);
    expect([...names]).toEqual(
      expect.arrayContaining([
        'settings.json',
        'vault.json',
        'hookdesk.sqlite',
        'hookdesk.sqlite-wal',
        'hookdesk.sqlite-shm',
        'practice-A.sqlite',
        'instance.lock',
        'instance.json',
        'logs/hookdesk.log',
      ]),
    );
    for (const name of names) {
      if (name.startsWith('logs/')) continue;
      for (const kind of ['link', 'dangling link', 'pipe']) {
        const { path, isUnchanged } = plant(name, kind);
        await expect(lockInstance(folder)).rejects.toMatchObject({
          problem: { advice: expect.stringContaining(`rm '${path}'`) as string },
        });
        expect(isUnchanged()).toBe(true);
      }
    }
  },
);

it.runIf(process.platform !== 'win32').each([
  ['settings.json', 'link', 1],
  ['settings.json', 'pipe', 1],
  ['hookdesk.sqlite-wal', 'pipe', 1],
  ['logs/hookdesk.log', 'pipe', 0],
])('a start with %s as %s ends or works, and changes no other file', async (name, kind, code) => {
  const { path, isUnchanged } = plant(name, kind);
  const { child, ended } = run();
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const outcome = await ended;
  expect(outcome.code).toBe(code);
  if (code === 1) expect(outcome.err).toContain(`rm '${path}'`);
  expect(isUnchanged()).toBe(true);
});

/** Puts a link or a pipe in the place of a file of an empty data folder. */
function plant(name: string, kind: string) {
  const victim = join(parent, 'victim');
  const path = join(folder, name);
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  mkdirSync(dirname(path), { recursive: true });
  rmSync(victim, { force: true });
  if (kind === 'link') writeFileSync(victim, '{}');
  if (kind === 'pipe') execFileSync('mkfifo', [path]);
  else symlinkSync(victim, path);
  const isUnchanged = (): boolean =>
    kind === 'link' ? readFileSync(victim, 'utf8') === '{}' : !existsSync(victim);
  return { path, isUnchanged };
}

const filesHere = (): string[] =>
  entries().flatMap(({ entry, path }) => (entry.isFile() ? [relative(folder, path)] : []));
