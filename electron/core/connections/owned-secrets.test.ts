import { mkdtempSync, rmSync } from 'node:fs';
import type * as Promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { power, poweredFiles } from '../vault/testing/power.ts';
import { type OpenedVault, VaultMachine } from '../vault/testing/vault-machine.ts';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import type { SecretAddress } from '#contract/connections.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { ProblemError } from '#domain/problem.ts';
import { fullSettings, keyPem } from '#test-support/connection-fixture.ts';
import { type FakePorts, fakePorts } from '#test-support/ports.fake.ts';
import type { VaultControl } from '../ports.ts';
import { Connections } from './connections.ts';

vi.mock('node:fs/promises', async (original) => poweredFiles(await original<typeof Promises>()));

const root = mkdtempSync(join(tmpdir(), 'hookdesk-owned-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const passphrase = 'four words without sense';
const saved: Connection[] = [
  { ...fullSettings, id: '1', practice: false },
  {
    ...fullSettings,
    id: '2',
    practice: false,
    name: 'globex',
    baseUrl: 'https://globex.example.com',
    authentication: { kind: 'auth-token' },
  },
];
/** The secrets as an older Hookdesk stored them. */
const older = new Map([
  ['connection/1/password', 'canary-password'],
  ['connection/1/proxy-password', 'canary-proxy'],
  ['connection/1/client-key', keyPem],
  ['connection/1/bundle-secrets', '[]'],
  ['connection/2/auth-token', 'canary-token'],
]);
const addresses: SecretAddress[] = [
  { installation: 'acme-prod', kind: 'password', address: 'ops at https://monitor.example.com' },
  {
    installation: 'acme-prod',
    kind: 'proxyPassword',
    address: 'me at http://proxy.example.com:3128',
  },
  { installation: 'acme-prod', kind: 'clientKey', address: 'https://monitor.example.com' },
  { installation: 'acme-prod', kind: 'bundleValues', address: 'https://monitor.example.com' },
  { installation: 'globex', kind: 'authToken', address: 'https://globex.example.com' },
];

type Kind = 'keychain' | 'passphrase';
/** A file takes more steps than a keychain, and `vault-file.test.ts` interrupts each of them. */
const stride = { keychain: 1, passphrase: 4 };

class Machine extends VaultMachine {
  connections = saved;

  constructor() {
    super(root);
  }

  /** Stores the secrets like an older Hookdesk. */
  async holding(kind: Kind): Promise<void> {
    await power.on();
    if (kind === 'passphrase') this.library.manner = 'absent';
    const { vault, secrets } = await this.openVault();
    if (kind === 'passphrase') await vault.choose({ kind, passphrase });
    for (const [name, secret] of older) await secrets.set(name, secret);
  }

  async start(): Promise<OpenedVault & { connections: Connections }> {
    const opened = await this.openVault();
    const ports = fakePorts();
    ports.settings.saved = this.connections;
    const connections = new Connections({ ...ports, secrets: opened.secrets });
    return { ...opened, connections };
  }

  async unlocked(): ReturnType<Machine['start']> {
    const started = await this.start();
    if (started.vault.state().status === 'locked') await started.vault.unlock(passphrase);
    return started;
  }
}

type Started = Awaited<ReturnType<Machine['start']>>;

async function listOf({
  vault,
  connections,
}: {
  vault: VaultControl;
  connections: Connections;
}): Promise<SecretAddress[]> {
  const end = new AbortController();
  for await (const list of connections.owned.watchOlder(vault, end.signal)) return list;
  throw new Error('The vault never opened.');
}

const secretsOf = async ({ connections }: Started): Promise<(string | null)[]> => {
  const [acme, globex] = connections.saved();
  if (acme === undefined || globex === undefined) throw new Error('Both are saved.');
  return [
    await connections.secrets.get(acme, 'password'),
    await connections.secrets.get(acme, 'proxyPassword'),
    await connections.secrets.get(acme, 'clientKey'),
    await connections.secrets.get(globex, 'authToken'),
  ];
};
const all = ['canary-password', 'canary-proxy', keyPem, 'canary-token'];

const moved = saved.map((each) => ({ ...each, baseUrl: 'https://evil.example' }));

describe.each(['keychain', 'passphrase'] as const)('secrets without owner in %s', (kind) => {
  let machine: Machine;
  beforeEach(async () => {
    machine = new Machine();
    await machine.holding(kind);
  });

  it('get the owner by the settings once, and the person sees the list until it is confirmed', async () => {
    const first = await machine.unlocked();
    expect(await listOf(first)).toEqual(addresses);
    expect(await secretsOf(first)).toEqual(all);
    const second = await machine.unlocked();
    expect(await listOf(second)).toEqual(addresses);
    await second.connections.owned.confirmOlder();
    expect(await listOf(second)).toEqual([]);
    const third = await machine.unlocked();
    expect(await listOf(third)).toEqual([]);
    expect(await secretsOf(third)).toEqual(all);
    expect(third.vault.state().kept).toBe(older.size);
  });

  it('go to no other address after that, whether or not the person confirmed', async () => {
    await listOf(await machine.unlocked());
    machine.connections = moved;
    const started = await machine.unlocked();
    // The list still names the addresses of the first start.
    expect(await listOf(started)).toEqual(addresses);
    expect((await problemOf(secretsOf(started))).message).toBe(
      'Enter the password again for acme-prod: it belongs to ops at https://monitor.example.com, and the address is now ops at https://evil.example.',
    );
  });

  it('get their owner by the first use when no window asks', { tags: 'slow' }, async () => {
    expect(await secretsOf(await machine.unlocked())).toEqual(all);
    machine.connections = moved;
    expect((await problemOf(secretsOf(await machine.unlocked()))).code).toBe('unauthorized');
  });

  it('belong to no address when they appear later', async () => {
    await listOf(await machine.unlocked());
    const started = await machine.unlocked();
    await started.secrets.set('connection/1/password', 'from an older vault file');
    expect((await problemOf(secretsOf(started))).message).toContain(
      'Hookdesk does not know to which address it belongs',
    );
  });

  it('keep their owner in a copy, and lose it when they are replaced', async () => {
    const started = await machine.unlocked();
    await started.connections.duplicate('1', true);
    const [, copy] = started.connections.saved();
    machine.connections = [
      ...moved,
      ...(copy ? [{ ...copy, baseUrl: 'https://evil.example' }] : []),
    ];
    const later = await machine.unlocked();
    const [first, , last] = later.connections.saved();
    for (const each of [first, last]) {
      if (each === undefined) throw new Error('It is saved.');
      expect((await problemOf(later.connections.secrets.get(each, 'clientKey'))).message).toContain(
        'it belongs to https://monitor.example.com',
      );
      await later.connections.secrets.keep(each, 'clientKey', 'another');
      expect(await later.connections.secrets.get(each, 'clientKey')).toBe('another');
    }
  });

  it('get their owner although the process stops at any step', { tags: 'slow' }, async () => {
    for (let step = 0; ; step += stride[kind]) {
      const stopping = new Machine();
      await stopping.holding(kind);
      const started = await stopping.unlocked();
      const stopped = power.cutBefore(step);
      const ended = await Promise.race([stopped, listOf(started)]);
      await power.on();
      const again = await stopping.unlocked();
      expect({ step, list: await listOf(again) }).toEqual({ step, list: addresses });
      expect({ step, held: await secretsOf(again) }).toEqual({ step, held: all });
      if (ended !== null) {
        expect(step).toBeGreaterThan(10);
        break;
      }
    }
  });

  it('get their owner later when a step fails', { tags: 'slow' }, async () => {
    for (let step = 0; ; step += stride[kind]) {
      const failing = new Machine();
      await failing.holding(kind);
      const started = await failing.unlocked();
      power.failAt(step);
      await secretsOf(started).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ProblemError);
      });
      const isOver = power.steps <= step;
      await power.on();
      const again = await failing.unlocked();
      expect({ step, list: await listOf(again) }).toEqual({ step, list: addresses });
      expect({ step, held: await secretsOf(again) }).toEqual({ step, held: all });
      if (isOver) break;
    }
  });
});

it('wait for a vault that is locked at the start', async () => {
  const machine = new Machine();
  await machine.holding('passphrase');
  const started = await machine.start();
  const list = listOf(started);
  expect(started.vault.state().status).toBe('locked');
  await started.vault.unlock(passphrase);
  expect(await list).toEqual(addresses);
  machine.connections = moved;
  expect(await listOf(await machine.unlocked())).toEqual(addresses);
});

describe('a vault without older secrets', () => {
  let ports: FakePorts;
  beforeEach(() => {
    ports = fakePorts();
  });

  it('has nothing to confirm, and stores nothing before the first secret', async () => {
    const connections = new Connections(ports);
    const listed = () => listOf({ vault: ports.vault, connections });
    expect(await listed()).toEqual([]);
    expect(ports.secrets.secrets.size).toBe(0);
    const { id } = await connections.add(fullSettings, { password: 'canary' });
    expect(await listed()).toEqual([]);
    await connections.owned.confirmOlder();
    expect(await connections.secrets.get(connections.find(id), 'password')).toBe('canary');
  });
});
