import { spawn } from 'node:child_process';
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
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCore } from '#core/core.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { commandSocket, connectCommand } from './command-client.ts';
import { type CommandSockets, openCommandSockets } from './command-sockets.ts';
import { routerServer } from './router-server.ts';

const timeLimit = 10_000;
let parent = '';
let folder = '';
const opened: CommandSockets[] = [];
const reported: string[] = [];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-sockets-'));
  chmodSync(parent, 0o755);
  folder = join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
  reported.length = 0;
});
afterEach(async () => {
  for (const sockets of opened.splice(0)) await sockets.close();
  rmSync(parent, { recursive: true });
});

/** Serves commands as a host on the folder does. */
async function serve(dataFolder = folder): Promise<CommandSockets> {
  const version = '1.2.3';
  const report = (description: string) => reported.push(description);
  const sockets = await openCommandSockets({ dataFolder, version, report });
  if (sockets === null) throw new Error(reported.join('\n'));
  opened.push(sockets);
  const core = createCore(fakePorts(), { version, host: 'web', dataFolder, notices: [] });
  sockets.serve(routerServer(core, report).serveCommand);
  return sockets;
}

async function connected({ endpoint }: CommandSockets) {
  const command = await connectCommand(endpoint, timeLimit);
  if (command === null) throw new Error('The command was refused.');
  return command;
}

/** The version that a command gets, which proves that it works. */
async function askedVersion(sockets: CommandSockets): Promise<string> {
  const command = await connected(sockets);
  const { version } = await command.client.app.about();
  command.close();
  return version;
}

/** Everything that the socket answers to these bytes, until it ends the connection. */
async function answerTo(path: string, sent: string | Uint8Array): Promise<string> {
  const socket = connect(path);
  socket.on('error', () => undefined);
  socket.write(sent);
  // The rest of a long head is cut off by a reset.
  return text(socket).catch(() => '');
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const upgrade = (...lines: string[]): string =>
  [
    'GET /rpc HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
    '\r\n',
  ].join('\r\n');

describe.skipIf(process.platform === 'win32')('the socket', () => {
  it('lies in the data folder, where only its owner can reach it', async () => {
    const { endpoint } = await serve();
    expect(dirname(endpoint.path)).toBe(join(folder, 'instance.sockets'));
    expect(modeOf(endpoint.path)).toBe('600');
    expect(modeOf(dirname(endpoint.path))).toBe('700');
  });

  it.each<[string, () => string]>([
    [
      'the path of the data folder is long',
      () => {
        const long = join(folder, 'n'.repeat(120));
        mkdirSync(long, { mode: 0o700 });
        return long;
      },
    ],
    [
      'a file is planted in its place',
      () => {
        writeFileSync(join(folder, 'instance.sockets'), 'planted');
        return folder;
      },
    ],
  ])('lies in a temporary folder of its owner when %s', async (_case, prepare) => {
    const sockets = await serve(prepare());
    const { path } = sockets.endpoint;
    expect(dirname(dirname(path))).toBe(tmpdir());
    expect([modeOf(path), modeOf(dirname(path))]).toEqual(['600', '700']);
    expect(await askedVersion(sockets)).toBe('1.2.3');
    await opened.pop()?.close();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('is gone after the end, without harm to the socket of a later host', async () => {
    const first = await serve();
    const second = await serve();
    await first.close();
    opened.shift();
    expect(await askedVersion(second)).toBe('1.2.3');
    await opened.pop()?.close();
    expect(readdirSync(join(folder, 'instance.sockets'))).toEqual([]);
  });

  it('replaces sockets of killed hosts, and leaves other files alone', async () => {
    const sockets = join(folder, 'instance.sockets');
    mkdirSync(sockets, { mode: 0o777 });
    const old = join(sockets, 'old');
    const program = `require('node:net').createServer().listen(${JSON.stringify(old)}, () => {
      process.kill(process.pid, 'SIGKILL');
    });`;
    await once(spawn(process.execPath, ['-e', program]), 'exit');
    const victim = join(parent, 'victim');
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, join(sockets, 'link'));
    expect(existsSync(old)).toBe(true);
    expect(await askedVersion(await serve())).toBe('1.2.3');
    expect(existsSync(old)).toBe(false);
    expect(modeOf(sockets)).toBe('700');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });
});

describe('a connection', () => {
  it.each([
    ['no token', []],
    ['a wrong token', ['Authorization: Bearer canary']],
    ['an empty token', ['Authorization: Bearer ']],
  ])('with %s is refused', async (_case, lines) => {
    const { endpoint } = await serve();
    expect(await answerTo(endpoint.path, upgrade(...lines))).toMatch(
      /^HTTP\/1\.1 401 Unauthorized\r\n/,
    );
    expect(await connectCommand({ ...endpoint, token: 'canary' }, timeLimit)).toBeNull();
  });

  it('without an upgrade gets nothing', async () => {
    const { endpoint } = await serve();
    const request = `GET /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${endpoint.token}\r\n\r\n`;
    expect(await answerTo(endpoint.path, request)).toMatch(/^HTTP\/1\.1 426 /);
  });

  it.each([
    ['random bytes', Buffer.from([0, 255, 13, 10, 7, 0, 1, 2, 3, 13, 10, 13, 10])],
    ['a long head', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`],
    ['half a head', 'GET / HTTP/1.1\r\nHost'],
  ])('with %s is closed, and commands go on', { timeout: 20_000 }, async (_case, sent) => {
    const sockets = await serve();
    await answerTo(sockets.endpoint.path, sent);
    expect(await askedVersion(sockets)).toBe('1.2.3');
    expect(reported).toEqual([]);
  });

  it.each([
    ['no message of the protocol', 'canary', 1008],
    ['a message above the limit', 'x'.repeat(16 * 1024 * 1024 + 1), 1009],
  ])('that sends %s is closed', async (_case, sent, expected) => {
    const sockets = await serve();
    const socket = commandSocket(sockets.endpoint, timeLimit);
    await once(socket, 'open');
    socket.on('error', () => undefined);
    socket.send(sent);
    const code = once(socket, 'close').then(([first]: unknown[]) => first);
    expect(await code).toBe(expected);
    expect(await askedVersion(sockets)).toBe('1.2.3');
    expect(reported.join('\n')).not.toContain('canary');
  });

  it('is refused above the limit, until another one ends', async () => {
    const sockets = await serve();
    const commands = await Promise.all(Array.from({ length: 32 }, () => connected(sockets)));
    expect(await connectCommand(sockets.endpoint, timeLimit)).toBeNull();
    commands[0]?.close();
    await commands[0]?.ended;
    await expect.poll(() => askedVersion(sockets).catch(() => '')).toBe('1.2.3');
  });

  it('to a program that does not answer is given up', async () => {
    const path = join(folder, 'silent');
    const silent = createServer().listen(path);
    await once(silent, 'listening');
    expect(await connectCommand({ path, token: 'canary' }, 100)).toBeNull();
    silent.close();
    expect(await connectCommand({ path, token: 'canary' }, timeLimit)).toBeNull();
  });

  it('ends with the host, which does not wait for its command', async () => {
    const sockets = await serve();
    const { client, ended } = await connected(sockets);
    const states = await client.vault.watch();
    await states.next();
    const begun = performance.now();
    await opened.pop()?.close();
    expect(performance.now() - begun).toBeLessThan(2_000);
    await ended;
  });
});

const isAttackPossible = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isAttackPossible)('another user of this computer', () => {
  /** Connects as another user. Prints the error, or `connected`. */
  async function asOther(path: string): Promise<string> {
    const program = `
      const socket = require('node:net').connect(${JSON.stringify(path)});
      const say = (text) => { console.log(text); process.exit(); };
      socket.on('error', ({ code }) => say(code)).on('connect', () => say('connected'));`;
    const child = spawn(process.execPath, ['-e', program], { uid: 65_534, gid: 65_534, cwd: '/' });
    return (await text(child.stdout)).trim();
  }

  it('cannot connect, even when the data folder is readable', async () => {
    const { endpoint } = await serve();
    chmodSync(folder, 0o755);
    expect(await asOther(endpoint.path)).toBe('EACCES');
    chmodSync(dirname(endpoint.path), 0o755);
    expect(await asOther(endpoint.path)).toBe('EACCES');
  });
});
