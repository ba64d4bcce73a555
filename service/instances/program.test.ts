import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databasePassword } from '../testing/postgres-server.ts';
import { addressIn, type Program, runProgram } from '../testing/program.ts';
import { newDatabase, serverUrl } from '../testing/stored.ts';

let place: Awaited<ReturnType<typeof newDatabase>>;
let running: Program[];
let folder: string;
beforeEach(async () => {
  place = await newDatabase(serverUrl() ?? '');
  running = [];
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-service-'));
});
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill('SIGKILL')));
  await place.remove();
  rmSync(folder, { recursive: true });
});

const start: typeof runProgram = (...given) => {
  const program = runProgram(...given);
  running.push(program);
  return program;
};
const env = (): Record<string, string> => ({ WEBHOOK_SERVICE_DATABASE_URL: place.url });
const create = (address: string): Promise<Response> =>
  fetch(`${address}/webhook/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"One","url":"https://one.example/"}',
  });

test('the URL comes from the environment, and a second instance serves the same webhooks', async () => {
  const args = ['--variant', 'B', '--no-auth'];
  const [first, second] = [start(args, { env: env() }), start(args, { env: env() })];
  const addresses = [addressIn(await first.line()), addressIn(await second.line())];
  expect((await create(addresses[0] ?? '')).status).toBe(200);
  expect((await fetch(`${addresses[1] ?? ''}/webhook/1`)).status).toBe(200);
  for (const program of [first, second]) {
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null, stderr: '' });
  }
});

test('--data replaces the database of the environment', async () => {
  const args = ['--variant', 'B', '--no-auth', '--data', path.join(folder, 'b.db')];
  const program = start(args, {
    env: { WEBHOOK_SERVICE_DATABASE_URL: 'postgres://127.0.0.1:1/x' },
  });
  expect((await create(addressIn(await program.line()))).status).toBe(200);
});

test('a password in the arguments causes a warning, and no output has it', async () => {
  const program = start(['--variant', 'B', '--no-auth', '--database', place.url]);
  await program.line();
  const { stderr } = await program.kill('SIGTERM');
  expect(stderr).toMatch(/^Other users of this machine can read the password of the database/);
  expect(stderr).not.toContain(databasePassword);
});

test.each([
  [
    'is away',
    { port: '1' },
    'The database cannot be reached. Check that it runs, and its address.',
  ],
  [
    'refuses the password',
    { password: 'canary-wrong' },
    'The database refuses the user or the password.',
  ],
  ['does not exist', { pathname: '/none' }, 'There is no database of this name. Create it first.'],
])('the start fails with a message when the database %s', async (_title, parts, message) => {
  const url = Object.assign(new URL(place.url), parts).href;
  const program = start(['--variant', 'B'], { env: { WEBHOOK_SERVICE_DATABASE_URL: url } });
  const { code, stderr } = await program.ended;
  expect([code, stderr]).toEqual([1, `${message}\n`]);
});

test('drains: /ready answers 503 while requests are accepted, then the program ends', async () => {
  const program = start(['--variant', 'B', '--no-auth', '--drain', '2'], { env: env() });
  const address = new URL(addressIn(await program.line()));
  const ready = async (): Promise<number> => (await fetch(`${address.origin}/ready`)).status;
  expect(await ready()).toBe(204);
  const ended = program.kill('SIGTERM');
  await expect.poll(ready).toBe(503);
  const answer = await create(address.href);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${address.origin}/health`)).status).toBe(204);
  expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
});

test.runIf(process.platform === 'linux')(
  'copies a database, and the password is neither in the output nor needed in the arguments',
  async () => {
    const program = start(['--variant', 'B', '--no-auth', '--seed', '3'], { env: env() });
    await program.line();
    await program.kill('SIGTERM');
    const url = new URL(place.url);
    url.password = '';
    const file = path.join(folder, 'copy.db');
    const copying = start(['copy', '--from', url.href, '--to', file], {
      env: { PGPASSWORD: databasePassword },
    });
    expect(await copying.line()).toBe('Copied 3 webhooks of variant B.');
    expect(await copying.ended).toEqual({ code: 0, signal: null, stderr: '' });
    expect(readFileSync(file).length).toBeGreaterThan(0);
  },
);
