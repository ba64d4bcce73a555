// @module-tag slow
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
  /** Expected lines of the output; … matches any text. */
  readonly output: readonly string[];
}

/** The port on the page; the test replaces it with `freePort`. */
const shownPort = '8021';
const probe = net.createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const address = probe.address();
const freePort = typeof address === 'object' ? String(address?.port) : shownPort;
probe.close();
const onFreePort = (text: string): string => text.replaceAll(shownPort, freePort);

/** The commands of the page in their order, with the output that it shows. */
const shown: Shown[] = [...page.matchAll(/```bash\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g)].map(
  ([, command = '', output = '']) => ({
    command: onFreePort(command),
    output: onFreePort(output).split('\n').filter(Boolean),
  }),
);

/** A temporary home, because commands of the page write to `~`. */
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

/** Stops the previous service, starts a new one, and returns its first output. */
async function start(command: string): Promise<string> {
  await endService();
  // `exec` after the variables of the command, so that the signal reaches npm instead of the shell.
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

/** Runs a command to its end, with the password of the page on standard input. */
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
  test('the page has commands', () => {
    expect(shown.length).toBeGreaterThan(15);
  });

  // In their order: a command depends on those before it.
  test.each(shown)('$command', async ({ command, output }) => {
    if (command.startsWith('curl') && !hasCurl) return;
    const starts = command.includes('npm run service -- --variant');
    const printed = await (starts ? start(command) : run(command));
    expect(printed).not.toMatch(/urn:hookdesk:problem:(?!invalid-request)/);
    for (const line of output) expect(printed).toMatch(pattern(line));
  });

  test('exactly one command shows a problem response', () => {
    const problems = shown.filter(({ output }) => output.join('').includes('problem'));
    expect(problems).toHaveLength(1);
  });
});

test('every option on the page exists, and every address has one of its two ports', async () => {
  const help =
    (await run('npm run --silent service -- --help')) +
    (await run('npm run --silent conformance -- --help'));
  for (const [option] of page.matchAll(/--[a-z][a-z-]+/g)) expect(help).toContain(option);
  const ports = [...page.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
  expect(new Set(ports)).toEqual(new Set([shownPort, '9021']));
}, 60_000);
