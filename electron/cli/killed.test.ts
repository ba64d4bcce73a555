// @module-tag slow
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCore } from '#core/core.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { routerClient } from '#rpc/router-client.ts';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import type { ReceivedRequest } from '../../service/http/recorder.ts';
import { startService } from '../../service/start.ts';
import { runCli, startCli } from './testing/run-cli.ts';

/** Number of kills: a few by default, `CLI_KILLS=200` before a release. */
const rounds = Number(process.env.CLI_KILLS ?? 4);
const seeded = 12;
const created = 4;
const changes = seeded + created;

/** Requests of a whole run: the list, and each change with the read that verifies it. */
const requestsOfRun = 1 + 2 * changes;

const limit = { timeout: 120_000 };

/** A request that did not reach the service stays unknown for 5 s more than these limits. */
const limits = { ...blankConnection.limits, headersMilliseconds: 500, bodyMilliseconds: 500 };

/** Kills `apply` at a request and a delay that depend on the round only, so that a failure repeats. */
async function killOnce(round: number): Promise<'before' | 'within' | 'after'> {
  const parent = mkdtempSync(join(tmpdir(), 'hookdesk-killed-'));
  const folder = join(parent, 'folder');
  const applied: string[] = [];
  let open = 0;
  let seen = 0;
  let onRequest = (): void => undefined;
  const service = await startService({
    variant: 'B',
    authToken: null,
    seed: seeded,
    onRequest: ({ method }) => {
      if (method !== 'GET') open += 1;
      seen += 1;
      onRequest();
    },
    onApplied: ({ method, path, body }: ReceivedRequest) => {
      open -= 1;
      applied.push(`${method} ${path} ${method === 'POST' ? body : ''}`);
    },
  });
  try {
    const options = await sealedFolder(parent, service.url, service.root);
    const hookdesk = (...args: readonly string[]) => runCli([...args, ...options]);
    expect(await hookdesk('export', 'acme', '--to', folder)).toMatchObject({ code: 0 });
    edit(join(folder, 'webhooks'));

    seen = 0;
    const killAt = 1 + Math.floor(((round - 0.5) / rounds) * requestsOfRun);
    // The delay lets the kill hit any step.
    const delay = ((round * 7_919) % 9) / 3;
    const { child, ended } = startCli([
      'apply',
      folder,
      '--yes',
      '--installation',
      'acme',
      ...options,
    ]);
    onRequest = () => {
      if (seen === killAt) setTimeout(() => child.kill('SIGKILL'), delay);
    };
    await ended;
    onRequest = () => undefined;
    // The requests that were sent reach the service also after the kill.
    await expect.poll(() => open).toBe(0);

    const first = applied.length;
    const resumed = await hookdesk('apply', folder, '--yes', '--installation', 'acme');
    const isKilled = child.signalCode === 'SIGKILL';
    const when = !isKilled ? 'after' : first === 0 ? 'before' : 'within';
    const label = `round ${round}, ${when}, ${first} applied: ${resumed.err}`;
    expect(resumed, label).toMatchObject({ code: 0 });
    if (when === 'within') expect(resumed.err, label).toContain('It has these results:');
    // Each change was applied once.
    expect(applied, label).toHaveLength(changes);
    expect(new Set(applied).size, label).toBe(changes);
    expect(
      await hookdesk('plan', folder, '--exit-code', '--installation', 'acme'),
      label,
    ).toMatchObject({ code: 0, out: '' });
    return when;
  } finally {
    await service.close();
    rmSync(parent, { recursive: true });
  }
}

/** Kills `apply` while the first of its creates is sent, and the intents of the others are on disk. */
async function killedBeforeRequests() {
  const parent = mkdtempSync(join(tmpdir(), 'hookdesk-killed-'));
  const folder = join(parent, 'folder');
  const applied: string[] = [];
  let onWrite = (): void => undefined;
  const service = await startService({
    variant: 'B',
    authToken: null,
    seed: 1,
    onRequest: ({ method }) => {
      if (method !== 'GET') onWrite();
    },
    onApplied: ({ body }: ReceivedRequest) => {
      applied.push(body);
    },
  });
  onTestFinished(async () => {
    await service.close();
    rmSync(parent, { recursive: true });
  });
  const options = await sealedFolder(parent, service.url, service.root);
  expect(await runCli(['export', 'acme', '--to', folder, ...options])).toMatchObject({ code: 0 });
  addWebhooks(join(folder, 'webhooks'));
  const apply = (...how: readonly string[]) =>
    startCli(['apply', folder, '--yes', '--installation', 'acme', ...how, ...options]);
  const { child, ended } = apply('--at-once', '1');
  onWrite = () => {
    child.kill('SIGKILL');
  };
  await ended;
  onWrite = () => undefined;
  await expect.poll(() => applied).toHaveLength(1);
  return { apply, applied };
}

/** Options of commands on a data folder with a passphrase vault and the installation “acme”. */
async function sealedFolder(parent: string, baseUrl: string, apiRoot: string): Promise<string[]> {
  const data = join(parent, 'data');
  const file = join(parent, 'passphrase');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(file, passphrase);
  const { ports, close } = await composeTestFolder(data, 'sealed');
  const about = { version: '1', host: 'web', dataFolder: data, notices: [] } as const;
  const core = createCore(ports, about);
  const authentication = { kind: 'none' } as const;
  const place = { name: 'acme', baseUrl, apiRoot, authentication, limits };
  const settings = { ...blankConnection, ...place, environment: 'test' as const };
  await routerClient(core.router).connections.add({ settings, secrets: {} });
  await core.close();
  await close();
  return ['--data', data, '--passphrase-file', file];
}

/** Changes each webhook, and adds new ones. */
function edit(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/"low": (true|false)/, (_, is) => `"low": ${is !== 'true'}`),
    );
  }
  addWebhooks(folder);
}

function addWebhooks(folder: string): void {
  for (let index = 0; index < created; index += 1) {
    const webhook = { name: `New ${index}`, url: 'https://a.example/', payloadTemplate: '{}' };
    writeFileSync(join(folder, `new-${index}.json`), JSON.stringify(webhook));
  }
}

it(
  'waits for the results of requests that did not reach the service because of a kill',
  limit,
  async () => {
    const { apply, applied } = await killedBeforeRequests();
    const { code, err } = await apply().ended;
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toMatch(/not known yet\. Hookdesk checks it for up to \d s\. Ctrl C ends/);
    expect(err).toMatch(/It has these results:\n(acme\tcreate\tNew \d\t(done|failed).*\n){4}/);
    expect(new Set(applied).size).toBe(created);
    expect(applied).toHaveLength(created);
  },
);

it('stops waiting on Ctrl C, sends nothing, and waits again', limit, async () => {
  const { apply, applied } = await killedBeforeRequests();
  const { child, ended } = apply();
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
    if (said.includes('not known yet') && !child.killed) child.kill('SIGINT');
  });
  const { code, err } = await ended;
  expect({ code, err }).toMatchObject({ code: 130 });
  expect(err).toContain('not known yet');
  expect(applied).toHaveLength(1);
  expect(await apply().ended).toMatchObject({ code: 0 });
  expect(new Set(applied).size).toBe(created);
  expect(applied).toHaveLength(created);
});

it(
  `sends nothing twice after ${rounds} kills, and says what the first apply did`,
  { timeout: 60_000 + rounds * 60_000 },
  async () => {
    const when = { before: 0, within: 0, after: 0 };
    for (let round = 1; round <= rounds; round += 1) when[await killOnce(round)] += 1;
    expect(when.within).toBeGreaterThan(0);
  },
);
