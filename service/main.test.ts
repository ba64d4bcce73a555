import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressIn, type Program, runProgram } from './testing/program.ts';
import { startService } from './start.ts';

let running: Program[] = [];
const run: typeof runProgram = (...given) => {
  const program = runProgram(...given);
  running.push(program);
  return program;
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-service-'));
});
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill('SIGKILL')));
  running = [];
  rmSync(folder, { recursive: true });
});

const create = (address: string, name: string): Promise<Response> =>
  fetch(`${address}/webhook/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, url: 'https://one.example/' }),
  });

async function names(address: string): Promise<string[]> {
  const text = await (await fetch(`${address}/webhook/`)).text();
  return [...text.matchAll(/"name":"([^"]*)"/g)].map(([, name = '']) => name);
}

test('continues to serve after its output is closed', async () => {
  const program = run(['--variant', 'A', '--no-auth', '--log-level', 'info']);
  const address = addressIn(await program.line());
  program.child.stdout?.destroy();
  program.child.stderr?.destroy();
  // Each request writes two lines to the log.
  for (const name of ['first', 'second']) expect((await create(address, name)).status).toBe(200);
  expect(await names(address)).toEqual(['first', 'second']);
  expect(await program.kill('SIGTERM')).toMatchObject({ code: 0 });
});

describe('the first line', () => {
  test.each([
    ['A', '/api/v6'],
    ['B', '/api/v14'],
  ])('names variant %s and its address below %s', async (variant, root) => {
    const program = run(['--variant', variant, '--no-auth']);
    const line = await program.line();
    expect(line).toMatch(
      new RegExp(
        `^Webhook management service, variant ${variant}, at http://127\\.0\\.0\\.1:\\d+${root}$`,
      ),
    );
    expect((await fetch(`${addressIn(line)}/webhook/`)).status).toBe(200);
    await program.kill('SIGTERM');
    expect(await program.line(), 'no second line').toBeNull();
  });

  test('has the API root of --root', async () => {
    const program = run(['--variant', 'B', '--no-auth', '--root', '/pem/api/v16/']);
    const address = addressIn(await program.line());
    expect(address).toMatch(/\/pem\/api\/v16$/);
    expect((await fetch(`${address}/webhook/`)).status).toBe(200);
    expect((await fetch(new URL('/openapi.json', address))).status).toBe(200);
  });
});

describe('the auth token', () => {
  const statusWith = async (address: string, token: string): Promise<number> =>
    (await fetch(`${address}/webhook/`, { headers: { 'X-Auth-Token': token } })).status;

  test('is random and printed on the second line if none is given', async () => {
    const program = run(['--variant', 'A']);
    const address = addressIn(await program.line());
    const token = /^Auth token: ([\w-]{32})$/.exec((await program.line()) ?? '')?.[1];
    expect(await statusWith(address, token ?? '')).toBe(200);
    expect(await statusWith(address, 'another')).toBe(401);
  });

  test('comes from the environment', async () => {
    const env = { WEBHOOK_SERVICE_AUTH_TOKEN: 'fake-from-environment' };
    const program = run(['--variant', 'A'], { env });
    const address = addressIn(await program.line());
    expect(await statusWith(address, 'fake-from-environment')).toBe(200);
    expect(await statusWith(address, 'another')).toBe(401);
    const { stderr } = await program.kill('SIGTERM');
    expect(await program.line(), 'the token is not told').toBeNull();
    expect(stderr).toBe('');
  });

  test('comes from the option', async () => {
    const program = run(['--variant', 'A', '--auth-token', 'fake-option']);
    const address = addressIn(await program.line());
    expect(await statusWith(address, 'fake-option')).toBe(200);
    const { stderr } = await program.kill('SIGTERM');
    expect(stderr).toBe(
      'Other users of this machine can read the auth token in the process list. Set ' +
        'WEBHOOK_SERVICE_AUTH_TOKEN instead, or leave out --auth-token to have one made.\n',
    );
  });
});

describe('a host that other machines reach', () => {
  test('causes a warning even with authentication', async () => {
    const program = run(['--variant', 'A', '--host', '0.0.0.0']);
    await program.line();
    const { stderr } = await program.kill('SIGTERM');
    expect(stderr).toMatch(/^Plain HTTP on 0\.0\.0\.0: .*\n$/);
  });

  test('is refused together with --deliver-anywhere', async () => {
    const args = ['--variant', 'A', '--host', '0.0.0.0', '--practice', '--deliver-anywhere'];
    const program = run(args);
    const { code, stderr } = await program.ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--deliver-anywhere with --host 0\.0\.0\.0 lets other machines /);
    expect(await program.line(), 'nothing listens').toBeNull();
  });
});

test('a wrong option causes a message and exit code 2', async () => {
  const program = run(['--variant', 'C']);
  expect(await program.ended).toEqual({
    code: 2,
    signal: null,
    stderr: 'Say which variant to serve: --variant A or B. See --help.\n',
  });
  expect(await program.line()).toBeNull();
});

describe('the start fails with a message and exit code 1 for', () => {
  test('a port in use', async () => {
    const other = await startService({ variant: 'A', authToken: null });
    const program = run(['--variant', 'A', '--no-auth', '--port', new URL(other.url).port]);
    const { code, stderr } = await program.ended;
    await other.close();
    expect(stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use\..*\n$/);
    expect(code).toBe(1);
  });

  test('a file that is not a data file', async () => {
    const file = path.join(folder, 'notes.txt');
    writeFileSync(file, 'not a database '.repeat(100));
    const { code, stderr } = await run(['--variant', 'A', '--no-auth', '--data', file]).ended;
    expect(stderr).toMatch(/notes\.txt is damaged, or not a data file.*\n$/);
    expect(code).toBe(1);
  });

  test('a missing users file', async () => {
    const args = ['--variant', 'A', '--users', path.join(folder, 'users.json')];
    const { code, stderr } = await run(args).ended;
    expect(stderr).toMatch(/^There is no .*users\.json\. Make it with add-user.*\n$/);
    expect(code).toBe(1);
  });

  test('a data file that another process uses', { tags: 'slow' }, async () => {
    const args = ['--variant', 'A', '--no-auth', '--data', path.join(folder, 'webhooks.db')];
    const first = run(args);
    const address = addressIn(await first.line());
    await create(address, 'one');
    const { code, stderr } = await run(args).ended;
    expect(stderr).toMatch(/in use by another process/);
    expect(code).toBe(1);
    expect(await names(address)).toEqual(['one']);
  });
});

test('--help lists the options', async () => {
  const program = run(['--help']);
  let text = '';
  for (let line = await program.line(); line !== null; line = await program.line()) text += line;
  expect((await program.ended).code).toBe(0);
  for (const option of ['variant', 'port', 'host', 'root', 'data', 'auth-token', 'no-auth', 'seed'])
    expect(text).toContain(`--${option}`);
});

describe('the log', () => {
  test.each([
    ['silent', 0],
    ['error', 0],
    ['info', 4],
  ])('at level %s goes to standard error only, without secrets', async (level, lines) => {
    const program = run(['--variant', 'A', '--auth-token', 'canary-token', '--log-level', level]);
    const address = addressIn(await program.line());
    await fetch(`${address}/webhook/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Token': 'canary-token' },
      body: '{"name":"canary-name","url":"https://canary.example/"}',
    });
    await fetch(`${address}/webhook/?name=canary-value&canary-alone`);
    const { stderr } = await program.kill('SIGTERM');
    expect(await program.line(), 'nothing more on standard output').toBeNull();
    expect(stderr).not.toContain('canary');
    const of = stderr.split('\n').filter((line) => line.includes('"reqId"'));
    expect(of).toHaveLength(lines);
    for (const line of of) expect(JSON.parse(line)).toMatchObject({ level: 30 });
  });
});

describe('the service stops with exit code 0', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('on %s, with open connections', async (signal) => {
    const program = run(['--variant', 'A', '--no-auth']);
    const address = new URL(addressIn(await program.line()));
    await fetch(`${address.href}/webhook/`);
    const halfSent = net.connect(Number(address.port), address.hostname);
    halfSent.on('error', () => undefined);
    halfSent.write('POST /api/v6/webhook/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await fetch(`${address.href}/webhook/`);
    expect(await program.kill(signal)).toEqual({ code: 0, signal: null, stderr: '' });
    halfSent.destroy();
  });

  test('when standard input closes, with --end-with-stdin', async () => {
    const program = run(['--variant', 'A', '--no-auth', '--end-with-stdin']);
    await program.line();
    program.child.stdin?.end();
    expect(await program.ended).toEqual({ code: 0, signal: null, stderr: '' });
  });

  test('but not when standard input closes without --end-with-stdin', async () => {
    const program = run(['--variant', 'A', '--no-auth']);
    const address = addressIn(await program.line());
    program.child.stdin?.end();
    expect((await fetch(`${address}/webhook/`)).status).toBe(200);
  });
});

describe('--data', () => {
  test('stores webhooks, and --seed adds none to a store with webhooks', async () => {
    const args = [
      '--variant',
      'B',
      '--no-auth',
      '--data',
      path.join(folder, 'b.db'),
      '--seed',
      '3',
    ];
    const first = run(args);
    const address = addressIn(await first.line());
    expect((await create(address, 'mine')).status).toBe(200);
    const before = await names(address);
    await first.kill('SIGTERM');
    expect(before).toHaveLength(4);
    expect(await names(addressIn(await run(args).line()))).toEqual(before);
  });
});

test('without --database, the program loads no driver', async () => {
  const loaded = path.join(folder, 'loaded.mjs');
  writeFileSync(
    loaded,
    `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (/^pg(-boss)?$/.test(name)) process.stderr.write('loaded ' + name);
      return next(name, context);
    } });`,
  );
  const node = ['--import', loaded];
  const program = run(['--variant', 'B', '--no-auth', '--practice'], { node });
  await program.line();
  expect((await program.kill('SIGTERM')).stderr).toBe('');
  const database = run(['--variant', 'B', '--database', 'postgres://127.0.0.1:1/x'], { node });
  expect((await database.ended).stderr).toContain('loaded pg');
});
