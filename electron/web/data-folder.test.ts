// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  canMount,
  type Command,
  noMount,
  onFullDisk,
  onReadOnlyDisk,
} from '#adapters/data-folder/testing/unusual-disks.ts';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { startWebHost } from './host.ts';
import { clientOf } from '#test-support/window-fixture.ts';

let parent: string;
let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-folder-'));
  folder = join(parent, 'data');
  mkdirSync(folder);
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(parent, { recursive: true });
});

const devOrigin = 'http://127.0.0.1:5999';
const limit = { timeout: 90_000 };

const program = (dataFolder: string, port = 0): Command => [
  process.execPath,
  join(import.meta.dirname, 'main.ts'),
  '--data',
  dataFolder,
  '--dev-origin',
  devOrigin,
  '--port',
  String(port),
];

function run([command, ...args]: Command) {
  // Without D-Bus there is no keychain.
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const child = spawn(command, args, { env, stdio: 'pipe' });
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }));
  return { child, ended };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

/** Runs the program, waits until it is ready, and opens a window on it. */
async function opened(wrap: (command: Command) => Command = (command) => command) {
  const port = await freePort();
  const { child, ended } = run(wrap(program(folder, port)));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(({ err }) => Promise.reject(new Error(err))),
  ]);
  const key = /#key=([\w-]+)$/.exec(line)?.[1] ?? '';
  const client = await clientOf(`http://127.0.0.1:${port}/`, key, devOrigin);
  return { client, child, ended };
}

type Client = Awaited<ReturnType<typeof opened>>['client'];

/** Returns the first drafts that a window receives. */
async function draftsOf(client: Client): Promise<readonly StoredDraft[]> {
  for await (const event of await client.drafts.watch()) {
    if (event.kind === 'drafts' && event.drafts.length > 0) return event.drafts;
  }
  return [];
}

const acme = { ...blankConnection, name: 'acme', baseUrl: 'http://127.0.0.1:1' };

describe('an unusable data folder', () => {
  it.runIf(process.platform === 'linux')(
    'ends the host with a reason when its file system allows no new folders',
    limit,
    async () => {
      const { code, out, err } = await run(program('/proc/hookdesk/data')).ended;
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        'The folder /proc/hookdesk/data cannot be used: its file system allows no new folders there. Select another folder with --data, or correct this one, then start Hookdesk again.\n',
      );
    },
  );

  it('ends the host with a reason when it became read-only', limit, async (context) => {
    if (!canMount) context.skip(noMount);
    const first = await opened();
    first.child.kill('SIGTERM');
    await first.ended;
    const { code, out, err } = await run(onReadOnlyDisk(folder, program(folder))).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('its file system is read-only');
    // The failed start must leave nothing behind.
    const { child, ended } = await opened();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it('closes the port and the composed parts when the host cannot write its address', async () => {
    const port = await freePort();
    let closed = 0;
    const compose = () => {
      // The address file cannot replace a folder.
      mkdirSync(join(folder, 'instance.json'));
      const close = (): Promise<void> => {
        closed += 1;
        return Promise.resolve();
      };
      return { ports: fakePorts(), notices: [], close };
    };
    const options = { dataFolder: folder, version: '1.2.3', page: new Map(), port };
    await expect(startWebHost({ ...options, compose })).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
    expect(closed).toBe(1);
    const connecting = connect(port, '127.0.0.1');
    const refused = new Promise((resolve) => connecting.once('error', resolve));
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
    rmSync(join(folder, 'instance.json'), { recursive: true });
    (await lockInstance(folder)).release();
  });
});

describe('a full disk', () => {
  async function prepared(): Promise<void> {
    const { client, child, ended } = await opened();
    await client.vault.choose({ kind: 'passphrase', passphrase: 'correct horse battery staple' });
    await client.connections.add({ settings: acme, secrets: {} });
    expect(await client.drafts.save({ draft: aDraft(), basedOn: null })).toMatchObject({
      status: 'saved',
      state: { status: 'kept' },
    });
    child.kill('SIGTERM');
    await ended;
  }

  it('leaves everything readable, and saving fails with a message', limit, async (context) => {
    if (!canMount) context.skip(noMount);
    await prepared();
    const { client, child, ended } = await opened((command) => onFullDisk(folder, command));
    expect((await client.app.about()).notices).toEqual([
      expect.stringContaining('The disk of the data folder is full.'),
    ]);
    expect((await client.connections.list()).map(({ name }) => name)).toEqual(['acme']);
    await client.vault.unlock({ passphrase: 'correct horse battery staple' });
    const [kept] = await draftsOf(client);
    const { revision = 0, settledRevision = null } = kept ?? {};
    expect(kept).toEqual(aDraft({ revision, settledRevision }));
    const draft = aDraft({ id: 'acme/8' });
    const { state } = await client.drafts.save({ draft, basedOn: null });
    expect(state.status).toBe('failed');
    expect(state.reason).toContain('disk');
    await expect(
      client.connections.add({ settings: { ...acme, name: 'globex' }, secrets: {} }),
    ).rejects.toMatchObject({ data: { code: 'storage-failed' } });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('causes a notice at the first start', limit, async (context) => {
    if (!canMount) context.skip(noMount);
    const { client, child, ended } = await opened((command) => onFullDisk(folder, command));
    expect((await client.app.about()).notices).toEqual([
      expect.stringContaining('The disk of the data folder is full.'),
    ]);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });
});
