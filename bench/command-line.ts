/**
 * The time of `hookdesk list` beside a running web host, and of `hookdesk list --stored` with 10,000 stored webhooks
 * on the data folder alone, and their ratios to a Node process that connects to a bare local socket. All are whole
 * processes from the bundles; the medians of alternating rounds are compared. The passphrase costs almost nothing.
 *
 * Usage: node bench/command-line.ts    (needs the bundles: npm run build)
 * Exit code 1 if a limit is exceeded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passphrase } from '#test-support/composition-fixture.ts';
import { firstLine } from './first-line.ts';
import { timeOfHookdesk, timeOfNode } from './hookdesk-command.ts';
import { limitNow } from './limit-now.ts';
import { median } from './median.ts';
import { readInstallations } from './read-installations.ts';
import { startRealService } from './real-service.ts';

const rounds = 11;
/** Milliseconds; ratios to the bare process. */
const limits = {
  beside: { milliseconds: 300, ratio: 6 },
  stored: { milliseconds: 1_000, ratio: 20 },
};

const root = join(import.meta.dirname, '..');
const parent = mkdtempSync(join(tmpdir(), 'hookdesk-bench-'));
const data = join(parent, 'data');
const passphraseFile = join(parent, 'passphrase');
const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', T: 'bench' };

const hookdesk = (...args: readonly string[]): Promise<number> =>
  timeOfHookdesk([...args, '--data', data], env);

/** Alternates with the bare process, after a warm-up. */
async function report(
  what: string,
  limit: { readonly milliseconds: number; readonly ratio: number },
  bareProcess: () => Promise<number>,
  command: () => Promise<number>,
): Promise<void> {
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [floor, took] = [await bareProcess(), await command()];
    if (round === 0) continue;
    bare.push(floor);
    ours.push(took);
  }
  const [floor, took] = [median(bare), median(ours)];
  const ratio = took / floor;
  const most = limitNow(limit.milliseconds);
  console.log(
    `${what}: ${took.toFixed(0)} ms (at most ${most}), ${ratio.toFixed(1)} times a bare process (${floor.toFixed(0)} ms; at most ${limit.ratio})`,
  );
  if (!(took <= most && ratio <= limit.ratio)) process.exitCode = 1;
}

mkdirSync(data, { mode: 0o700 });
writeFileSync(passphraseFile, passphrase);
const socket = join(parent, 'socket');
const server = createServer((connection) => connection.end('answer')).listen(socket);
const bareProcess = (): Promise<number> =>
  timeOfNode(['-e', `require('node:net').connect(${JSON.stringify(socket)}).resume()`]);

const lists = await readInstallations(data, { count: 1, path: '' });
const service = await startRealService('B', 20);
const opened = ['--passphrase-file', passphraseFile];
const small = ['small', '--url', service.baseUrl, '--secret-env', 'T'];
await hookdesk('installations', 'add', ...small, ...opened);
await report('list --stored with 10,000 webhooks', limits.stored, bareProcess, () =>
  hookdesk('list', 'Installation 0', '--stored', '--json', ...opened),
);
const host = spawn(
  process.execPath,
  [join(root, 'dist/web/main.js'), '--data', data, '--dev-origin', 'http://127.0.0.1:5999'],
  { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
);
await firstLine(host);
await hookdesk('list', 'small', ...opened);
await report('list beside a running host', limits.beside, bareProcess, () =>
  hookdesk('list', 'small'),
);

const ended = once(host, 'exit');
host.kill();
await ended;
await service.close();
lists.end();
server.close();
rmSync(parent, { recursive: true });
