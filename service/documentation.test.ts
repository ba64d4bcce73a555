import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs', 'service.md'), 'utf8');

interface Shown {
  readonly command: string;
  /** Lines that its output has, with … for anything. */
  readonly output: readonly string[];
}

/** The port of the page, and the free one that stands for it here. */
const shownPort = '8021';
const probe = net.createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const address = probe.address();
const freePort = typeof address === 'object' ? String(address?.port) : shownPort;
probe.close();
const onFreePort = (text: string): string => text.replaceAll(shownPort, freePort);

/** The commands of the page in their order, and what it says that they print. */
const shown: Shown[] = [...page.matchAll(/```bash\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g)].map(
  ([, command = '', output = '']) => ({
    command: onFreePort(command),
    output: onFreePort(output).split('\n').filter(Boolean),
  }),
);

/** A home of its own, so that what the page keeps in `~` is nobody's. */
const home = mkdtempSync(path.join(tmpdir(), 'webhook-docs-'));
const env = { ...process.env, HOME: home };

let service: ChildProcess | null = null;
async function endService(): Promise<void> {
  if (service?.pid === undefined || service.exitCode !== null) return;
  const ended = once(service, 'close');
  service.kill('SIGTERM');
  await ended;
}
afterAll(async () => {
  await endService();
  rmSync(home, { recursive: true });
});

/** Starts a service in the place of the one before, and returns what it prints first. */
async function start(command: string): Promise<string> {
  await endService();
  // `exec` stands behind the variables of the command: the signal must reach the service itself.
  const child = spawn('bash', ['-c', command.replace('npm run', 'exec npm run')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  service = child;
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/^Webhook management service/m);
  return printed;
}

/** Runs a command to its end; a password that is asked for is the one of the page. */
async function run(command: string): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], { cwd: root, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  child.stdin.end('correct horse\n');
  await once(child, 'close');
  expect(child.exitCode, printed).toBe(0);
  return printed;
}

const pattern = (line: string): RegExp =>
  new RegExp(
    line
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('every command of docs/service.md works as written', { timeout: 60_000 }, () => {
  test('there are commands', () => {
    expect(shown.length).toBeGreaterThan(15);
  });

  // In their order: each goes on from where the ones before have led.
  test.each(shown)('$command', async ({ command, output }) => {
    if (command.startsWith('curl') && !hasCurl) return;
    const starts = command.includes('npm run service -- --variant');
    const printed = await (starts ? start(command) : run(command));
    expect(printed).not.toMatch(/urn:hookdesk:problem:(?!invalid-request)/);
    for (const line of output) expect(printed).toMatch(pattern(line));
  });

  test('a problem is shown where one is meant, and nowhere else', () => {
    const problems = shown.filter(({ output }) => output.join('').includes('problem'));
    expect(problems).toHaveLength(1);
  });
});

test('every option that the page names is one, and its addresses are of one service', async () => {
  const help =
    (await run('npm run --silent service -- --help')) +
    (await run('npm run --silent conformance -- --help'));
  for (const [option] of page.matchAll(/--[a-z][a-z-]+/g)) expect(help).toContain(option);
  const ports = [...page.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
  expect(new Set(ports)).toEqual(new Set([shownPort, '9021']));
}, 60_000);
