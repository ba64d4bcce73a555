import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf } from '#test-support/window-fixture.ts';

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-main-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const devOrigin = 'http://127.0.0.1:5999';

/** Runs the program without a built window: a development server would provide it. */
function run(...args: string[]) {
  const program = join(import.meta.dirname, 'main.ts');
  const child = spawn(
    process.execPath,
    [program, '--data', folder, '--dev-origin', devOrigin, ...args],
    // Without D-Bus there is no keychain.
    { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }, stdio: 'pipe' },
  );
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }));
  return { child, ended };
}

async function ready(running: ReturnType<typeof run>) {
  const [line] = (await Promise.race([
    once(createInterface(running.child.stdout), 'line'),
    running.ended.then(({ err }) => Promise.reject(new Error(err))),
  ])) as [string];
  const key = /^Hookdesk is ready at http:\/\/127\.0\.0\.1:5999\/#key=([\w-]{43})$/.exec(line)?.[1];
  if (key === undefined) throw new Error(`There is no key in: ${line}`);
  const { address } = JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')) as {
    address: string;
  };
  return { key, url: address };
}

const client = (url: string, key: string) => clientOf(url, key, devOrigin);

const refuses = async (url: string): Promise<void> => {
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
};

describe('the program', () => {
  it('survives closed stdout and stderr, and ends on SIGTERM', async () => {
    writeFileSync(join(folder, 'settings.json'), '{ damaged');
    const running = run();
    // Notices about the settings at the start cannot be printed.
    running.child.stderr.destroy();
    const { url, key } = await ready(running);
    running.child.stdout.destroy();
    const core = await client(url, key);
    expect((await core.app.about()).notices).toHaveLength(1);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('prints one line, serves, and ends on SIGTERM with all that it started', async () => {
    const running = run();
    const { url, key } = await ready(running);
    const core = await client(url, key);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await core.app.about()).toMatchObject({ version, host: 'web' });
    const [practice] = await core.practice.start({ ids: ['A'] });
    const practiceUrl = practice?.baseUrl ?? '';
    expect((await fetch(practiceUrl)).status).toBeGreaterThan(0);

    const begun = performance.now();
    running.child.kill('SIGTERM');
    const { code, out, err } = await running.ended;
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().split('\n')).toHaveLength(1);
    await refuses(url);
    await refuses(practiceUrl);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('ends on %s', async (signal) => {
    const running = run();
    await ready(running);
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ code: 0, err: '' });
  });

  it('ends with its input on request', async () => {
    const running = run('--end-with-stdin');
    const { url } = await ready(running);
    running.child.stdin.end();
    expect(await running.ended).toMatchObject({ code: 0, err: '' });
    await refuses(url);
  });

  it('leaves no practice service behind when it is killed', { tags: 'slow' }, async () => {
    const running = run();
    const { url, key } = await ready(running);
    const [practice] = await (await client(url, key)).practice.start({ ids: ['B'] });
    running.child.kill('SIGKILL');
    await running.ended;
    const there = (): Promise<boolean> =>
      fetch(practice?.baseUrl ?? '').then(
        () => true,
        () => false,
      );
    await expect.poll(there, { timeout: 10_000 }).toBe(false);
    const next = run();
    await ready(next);
  });

  it(
    'passes the files to open to the window, from its working folder',
    { tags: 'slow' },
    async () => {
      const sample = 'resources/bundles/slack.hookdesk.json';
      const { url, key } = await ready(run('--open', sample, '--open=no/such.json'));
      const { bundles } = await client(url, key);
      const offered = await bundles.filesToOpen();
      expect((await offered.next()).value).toMatchObject({
        kind: 'file',
        file: { status: 'read', view: { name: 'slack.hookdesk.json', rows: 1 } },
      });
      expect((await offered.next()).value).toMatchObject({
        name: 'such.json',
        problem: { message: 'The file does not exist.' },
      });
    },
  );

  it('reports the address of a running host, and exits with 3', { tags: 'slow' }, async () => {
    const { url } = await ready(run());
    const { code, out, err } = await run().ended;
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(url);
    expect(err).toContain(folder);
  });

  it('reports a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, err } = await run('--port', port).ended;
    server.close();
    expect(code).toBe(1);
    expect(err).toBe(
      `Port ${port} is in use by another program. Select another port with --port, or omit the option.\n`,
    );
  });

  it('prints its help', async () => {
    const { code, out } = await run('--help').ended;
    expect(code).toBe(0);
    expect(out).toContain('--end-with-stdin');
    const misused = await run('--prot', '1').ended;
    expect(misused.code).toBe(2);
    expect(misused.err).toContain('--prot');
  });
});
