// @module-tag slow
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { pauseOf, runSource } from '#core/pausing/testing/run-source.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { passphrase } from '#test-support/composition-fixture.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { startHost } from '#test-support/start-host.ts';
import { SteppedClock } from '#test-support/stepped-clock.fake.ts';
import { openStoredCore, openStoredCoreAt } from '#test-support/stored-core-fixture.ts';
import { results } from './output/results.ts';
import { type CliResult, runCli, startCli } from './testing/run-cli.ts';

const limit = { timeout: 120_000 };
const hour = 3_600_000;
const installation = 'acme 1';
const names = ['Chat', 'Mail', 'Pager'];

let services: ServedInstallations;
beforeAll(async () => {
  const webhooks = names.map((name) => ({ ...aDefinition(name), enabled: true }));
  services = await startInstallations([{ variant: 'B', webhooks }]);
});
afterAll(() => services.close());

let parent: string;
let data: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-watch-'));
  data = join(parent, 'data');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(parent, 'passphrase'), passphrase);
  const { url, payloadTemplate } = aDefinition('');
  for (const index of names.keys())
    await services.change(0, index + 1, { url, payloadTemplate, enabled: true });
  await (await openStoredCore(data, ...services.places)).close();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(parent, { recursive: true });
});

const options = (): string[] => ['--data', data, '--passphrase-file', join(parent, 'passphrase')];
const hookdesk = (...args: readonly string[]): Promise<CliResult> =>
  runCli([...args, ...options()]);
const watchOnce = (...args: readonly string[]): Promise<CliResult> =>
  hookdesk('watch', '--once', '--exit-code', ...args);
const eventsIn = ({ out }: Pick<CliResult, 'out'>) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => results.watch.parse(JSON.parse(line)));

const settingsOf = (
  name: string,
  baseUrl: string,
  kind: 'none' | 'auth-token',
): ConnectionSettings => ({
  ...blankConnection,
  name,
  baseUrl,
  apiRoot: '/api/v14',
  authentication: { kind },
  proxy: { kind: 'none' },
});

/** Starts a watch, and waits until it has printed so many lines and released the folder. */
async function startWatch(lines: number, ...args: readonly string[]) {
  const { child, ended } = startCli(['watch', ...args, ...options()]);
  children.push(child);
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  await expect.poll(() => out.split('\n').length - 1, { timeout: 60_000 }).toBe(lines);
  await expect.poll(() => existsSync(join(data, 'instance.json'))).toBe(false);
  return { child, ended, out: () => out };
}

describe('a watch that runs once', limit, () => {
  it('tells each change of others once, as JSON and as text, with exit code 2', async () => {
    expect(await watchOnce()).toEqual({ code: 0, out: '', err: '' });
    await services.change(0, 1, { enabled: false, url: 'https://hooks.example.com/new' });
    const changed = await watchOnce('--json');
    expect(changed).toMatchObject({ code: 2, err: '' });
    expect(eventsIn(changed)).toEqual([
      {
        event: 'change',
        installation,
        webhookId: 1,
        webhook: 'Chat',
        kind: 'changed',
        noticedAt: expect.stringMatching(/^\d{4}-.+Z$/) as string,
        parts: [
          {
            label: 'Target URL',
            before: 'https://hooks.example.com/services/ops',
            after: 'https://hooks.example.com/new',
          },
          { label: 'Enabled', before: 'on', after: 'off' },
        ],
      },
    ]);
    expect(await watchOnce('--json')).toEqual({ code: 0, out: '', err: '' });
    await services.change(0, 1, { payloadTemplate: '{}' });
    const text = await watchOnce(installation);
    expect(text.code).toBe(2);
    expect(text.out).toMatch(
      new RegExp(
        `^\\d{4}-.+Z\t${installation}\tchanged\tChat\tTarget URL; Enabled: on → off; .+\n$`,
      ),
    );
  });

  it('tells what “list” read first, and nothing that is again as it was', async () => {
    await watchOnce();
    await services.change(0, 1, { enabled: false });
    await services.change(0, 2, { enabled: false });
    expect(await hookdesk('list', installation)).toMatchObject({ code: 0 });
    await services.change(0, 2, { enabled: true });
    const { out, code } = await watchOnce('--json');
    expect(code).toBe(2);
    expect(eventsIn({ out })).toMatchObject([{ webhook: 'Chat' }]);
  });

  it('tells nothing that this Hookdesk did itself, also with a pause', async () => {
    await watchOnce();
    const terms = ['--until', '2h', '--yes'];
    expect(await hookdesk('pause', installation, 'Chat', ...terms)).toMatchObject({ code: 0 });
    expect(await watchOnce()).toEqual({ code: 0, out: '', err: '' });
    const undone = await hookdesk('undo', '--installation', installation, '--yes');
    expect(undone).toMatchObject({ code: 0 });
    expect(await watchOnce()).toEqual({ code: 0, out: '', err: '' });
  });

  it('masks secrets', async () => {
    await watchOnce();
    const headers = aDefinition('Chat').headers.map((header) => ({ ...header, id: null }));
    const secret = headers.map((header) => ({ ...header, value: 'canary-secret' }));
    await services.change(0, 1, { headers: secret });
    const { out, err } = await watchOnce('--json');
    expect(eventsIn({ out })).toMatchObject([{ webhook: 'Chat' }]);
    expect(out + err).not.toMatch(/canary|fake-key/);
  });

  it('works through a running Hookdesk, whose windows see the changes too', async () => {
    const host = await startHost(data);
    children.push(host.child);
    expect(await watchOnce()).toMatchObject({ code: 0, out: '' });
    await services.change(0, 3, { enabled: false });
    const { code, out } = await watchOnce('--json');
    expect({ code, events: eventsIn({ out }) }).toMatchObject({
      code: 2,
      events: [{ webhook: 'Pager' }],
    });
    const [{ id: connectionId } = { id: '' }] = await host.client.connections.list();
    const change = await host.client.snapshots.change({ connectionId, key: 3 });
    expect(change).toMatchObject({ kind: 'changed' });
    expect(await watchOnce()).toMatchObject({ code: 0, out: '' });
  });

  it('says which installation cannot be read, and why', async () => {
    const core = await openStoredCore(data, ...services.places);
    await core.connections.add(settingsOf('away', 'http://127.0.0.1:1', 'none'), {});
    await core.connections.add(settingsOf('locked out', 'http://127.0.0.1:1', 'auth-token'), {});
    await core.close();
    const both = await watchOnce('--json', 'away', installation);
    expect(both.code).toBe(1);
    expect(eventsIn(both)).toMatchObject([
      { event: 'status', installation: 'away', status: 'failed', readAt: null },
    ]);
    const refused = await hookdesk('watch', 'locked out', '--json');
    expect(refused.code).toBe(4);
    expect(eventsIn(refused)).toMatchObject([
      { status: 'stopped', message: 'No auth token is saved for locked out.' },
    ]);
  });

  it('refuses a folder whose lists are in memory only', async () => {
    const file = join(parent, 'installations.json');
    const { baseUrl, apiRoot } = services.places[0] ?? {};
    const connections = [{ name: installation, baseUrl, variant: 'B', apiRoot }];
    const content = { format: 'hookdesk-connections', version: 1, connections };
    writeFileSync(file, JSON.stringify(content));
    const { code, err } = await runCli(['watch', '--once', '--installations-file', file]);
    expect(code).toBe(1);
    expect(err).toContain('a watch has nothing to compare with');
  });
});

describe('a watch that goes on', limit, () => {
  it('leaves the folder to Hookdesk between two rounds, and ends with exit code 0', async () => {
    await watchOnce();
    await services.change(0, 1, { enabled: false });
    const { child, ended } = await startWatch(1, '--json');
    const host = await startHost(data);
    children.push(host.child);
    await host.client.vault.unlock({ passphrase });
    host.child.kill('SIGTERM');
    expect(await host.ended).toBe(0);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('resumes a pause in time that another command made meanwhile', async () => {
    await watchOnce();
    await services.change(0, 1, { enabled: false });
    const { child, ended } = await startWatch(1);
    const clock = new SteppedClock();
    clock.set(Date.now() - 2 * hour - clock.now().getTime());
    const lock = await lockInstance(data);
    const core = await openStoredCoreAt(clock, data, ...services.places);
    const until = new Date(clock.now().getTime() + hour);
    const terms = { until, resumesItself: true };
    await runSource(core.client, await pauseOf(core.client, core.connectionId, ['Mail'], terms));
    await core.close();
    lock.release();
    const isEnabled = async (): Promise<boolean> => {
      const [held = []] = await services.held();
      return held.some((text) => text.includes('"name":"Mail"') && text.includes('"enabled":true'));
    };
    expect(await isEnabled()).toBe(false);
    await expect.poll(isEnabled, { timeout: 60_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('ends when the reader of its output is gone, and leaves the changes to the next one', async () => {
    await watchOnce();
    await services.change(0, 1, { enabled: false });
    const { child, ended } = startCli(['watch', '--json', ...options()]);
    children.push(child);
    ended.catch(() => undefined);
    child.stdout.destroy();
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    const next = await watchOnce('--json');
    expect(next.code).toBe(2);
    expect(eventsIn(next)).toMatchObject([{ webhook: 'Chat' }]);
  });

  it('ends at once while an installation does not answer', async () => {
    let asked = 0;
    const silent = createServer(() => {
      asked += 1;
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const core = await openStoredCore(data, ...services.places);
    await core.connections.add(settingsOf('silent', `http://127.0.0.1:${port}`, 'none'), {});
    await core.close();
    const { child, ended } = startCli(['watch', 'silent', ...options()]);
    children.push(child);
    await expect.poll(() => asked, { timeout: 60_000 }).toBe(1);
    const begun = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, out: '' });
    expect(performance.now() - begun).toBeLessThan(5_000);
    silent.closeAllConnections();
    silent.close();
  });
});
