// @module-tag slow
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HookdeskClient } from '#contract/index.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { startHost } from '#test-support/start-host.ts';
import { startWebHost } from '../web/host.ts';
import { results } from './output/results.ts';
import { type CliResult, runCli, startCli } from './testing/run-cli.ts';

const limit = { timeout: 60_000 };
const passphrase = 'four words without sense';
let services: ServedInstallations;
let silent: Server;
let asked = Promise.withResolvers<null>();
beforeAll(async () => {
  services = await startInstallations([{ variant: 'B', webhooks: [aDefinition('Pager')] }]);
  // Never answers, so that a command on it lasts.
  silent = createServer(() => {
    asked.resolve(null);
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  await services.close();
  silent.closeAllConnections();
  silent.close();
});

let parent = '';
let data = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-beside-'));
  data = join(parent, 'data');
  asked = Promise.withResolvers();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(parent, { recursive: true });
});

async function host() {
  const started = await startHost(data);
  children.push(started.child);
  return started;
}
const hookdesk = (...args: readonly string[]): Promise<CliResult> =>
  runCli([...args, '--data', data]);

const add = (client: HookdeskClient, name: string, baseUrl = services.places[0]?.baseUrl ?? '') =>
  client.connections.add({
    settings: {
      ...blankConnection,
      name,
      baseUrl,
      variant: 'B',
      apiRoot: '/api/v14',
      environment: 'test',
      authentication: { kind: 'none' },
    },
    secrets: {},
  });
const silentUrl = (): string => {
  const { port } = silent.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};
const holderIn = (): { endpoint: { path: string; token: string } } =>
  JSON.parse(readFileSync(join(data, 'instance.json'), 'utf8')) as ReturnType<typeof holderIn>;

describe('a command beside a running Hookdesk', limit, () => {
  it('works on its installations, and its window sees what the command does', async () => {
    const { client } = await host();
    await client.vault.choose({ kind: 'memory' });
    await add(client, 'acme');
    const { code, out, err } = await hookdesk('list', 'acme', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(results.webhooks.parse(JSON.parse(out)).webhooks).toMatchObject([{ name: 'Pager' }]);
    const url = services.places[0]?.baseUrl ?? '';
    await hookdesk('installations', 'add', 'globex', '--url', url, '--sign-in', 'none');
    expect((await client.connections.list()).map(({ name }) => name)).toEqual(['acme', 'globex']);
  });

  it('reads and writes files as its caller, and prints no token', async () => {
    const { client } = await host();
    await client.vault.choose({ kind: 'memory' });
    await add(client, 'acme');
    const inParent = { cwd: parent };
    const options = ['--data', 'data'];
    const exported = await runCli(['export', 'acme', '--to', 'webhooks', ...options], inParent);
    expect(exported.code).toBe(0);
    const file = join(parent, 'webhooks/webhooks/pager.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('%AlertName%', '%AlertID%'));
    const planned = await runCli(['plan', 'webhooks', '--out', 'plan', ...options], inParent);
    expect(planned).toMatchObject({ code: 0, err: '1 change, 0 webhooks unchanged.\n' });
    const applied = await runCli(['apply', 'plan', '--yes', ...options], inParent);
    expect(applied).toMatchObject({ code: 0 });
    expect(await services.held()).toEqual([[expect.stringContaining('%AlertID%')]]);
    const { token } = holderIn().endpoint;
    for (const { out, err } of [exported, planned, applied]) {
      expect(out + err).not.toContain(token);
    }
    expect(readFileSync(join(data, 'logs/hookdesk.log'), 'utf8')).not.toContain(token);
  });

  it('waits for its turn while other commands export', async () => {
    const { client } = await host();
    await client.vault.choose({ kind: 'memory' });
    await add(client, 'acme');
    const file = (nth: number): string => join(parent, `${nth}.json`);
    const all = Array.from({ length: 8 }, (_, nth) =>
      hookdesk('export', 'acme', '--out', file(nth)),
    );
    for (const { code, err } of await Promise.all(all))
      expect({ code, err }).toEqual({ code: 0, err: '' });
    const written = new Set(all.map((_, nth) => readFileSync(file(nth), 'utf8')));
    expect(written.size).toBe(1);
  });

  it('has the vault of the window: locked means exit code 4, and unlocking opens both', async () => {
    const { client } = await host();
    await client.vault.choose({ kind: 'passphrase', passphrase });
    await add(client, 'acme');
    expect(await hookdesk('list', 'acme')).toMatchObject({ code: 0 });
    await client.vault.lock();
    for (const args of [['list', 'acme'], ['list', 'acme', '--stored'], ['history']]) {
      const { code, out, err } = await hookdesk(...args);
      expect({ code, out }).toEqual({ code: 4, out: '' });
      expect(err).toContain('--passphrase-file');
    }
    expect(await hookdesk('installations', 'list')).toMatchObject({ code: 0 });
    const file = join(parent, 'passphrase');
    writeFileSync(file, 'not the four words');
    expect(await hookdesk('list', 'acme', '--passphrase-file', file)).toMatchObject({ code: 4 });
    expect(await client.vault.state()).toMatchObject({ status: 'locked' });
    writeFileSync(file, passphrase);
    expect(await hookdesk('list', 'acme', '--passphrase-file', file)).toMatchObject({ code: 0 });
    expect(await client.vault.state()).toMatchObject({ status: 'ready' });
  });

  it('refuses a Hookdesk of another version, and says what to do', async () => {
    const other = await startWebHost({
      dataFolder: data,
      version: '0.0.7',
      page: new Map(),
      compose: () => ({ ports: fakePorts(), notices: [], close: () => Promise.resolve() }),
    });
    const { code, err } = await hookdesk('installations', 'list');
    await other.close();
    expect(code).toBe(6);
    expect(err).toContain(`Hookdesk runs at ${other.url}`);
    expect(err).toMatch(/has version 0\.0\.7, and this command has version \d.+Use the command of/);
  });

  it('ends with exit code 130 on Ctrl C, and the Hookdesk runs on', async () => {
    const { client } = await host();
    await client.vault.choose({ kind: 'memory' });
    await add(client, 'silent', silentUrl());
    const command = startCli(['list', 'silent', '--data', data]);
    await asked.promise;
    command.child.kill('SIGINT');
    expect(await command.ended).toMatchObject({ code: 130, out: '' });
    expect(await hookdesk('installations', 'list')).toMatchObject({ code: 0 });
  });
});

describe('a Hookdesk that ends', limit, () => {
  it('does not wait for an open command, which says that the connection ended', async () => {
    const { client, child, ended } = await host();
    await client.vault.choose({ kind: 'memory' });
    await add(client, 'silent', silentUrl());
    const command = startCli(['list', 'silent', '--data', data]);
    await asked.promise;
    const begun = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5_000);
    const { code, err } = await command.ended;
    expect(code).toBe(1);
    expect(err).toContain('ended the connection before the command was done');
    expect(readdirSync(join(data, 'instance.sockets'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'by a kill leaves the folder to a command and to the next start',
    async () => {
      const first = await host();
      await first.client.vault.choose({ kind: 'memory' });
      await add(first.client, 'acme');
      const { path } = holderIn().endpoint;
      first.child.kill('SIGKILL');
      await first.ended;
      expect(existsSync(path)).toBe(true);
      expect(await hookdesk('installations', 'list')).toMatchObject({ code: 0, err: '' });
      const second = await host();
      expect(existsSync(path)).toBe(false);
      await add(second.client, 'globex');
      const { out } = await hookdesk('installations', 'list');
      expect(out.split('\n').map((line) => line.split('\t')[0])).toEqual(['acme', 'globex', '']);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'does not answer while it is stopped: exit code 6 names it, and --lock-timeout waits',
    async () => {
      const { child } = await host();
      child.kill('SIGSTOP');
      const { code, err } = await hookdesk('installations', 'list');
      expect(code).toBe(6);
      expect(err).toMatch(/^Hookdesk runs at http:.+ but does not answer\..+--lock-timeout/);
      const waiting = startCli(['installations', 'list', '--lock-timeout', '60', '--data', data]);
      child.kill('SIGCONT');
      expect(await waiting.ended).toMatchObject({ code: 0, err: '' });
    },
  );
});
