import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Vault } from '#core/vault/vault.ts';
import { systemClock } from '../clock/clock.ts';
import { problemOf } from '../http/testing/problem-of.ts';
import { noSuspendEvents } from '../suspend/no-suspend-events.ts';
import { vaultFile } from '../vault/vault-file.ts';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { SystemKeychain } from './system-keychain.ts';
import { runTryVault } from './testing/running-try-vault.ts';
import { SessionBus } from './testing/session-bus.ts';
import { textIn } from '#test-support/files-in.ts';

const run = promisify(execFile);
const service = 'Hookdesk tests';
const passphrase = 'vier Wörter ohne Sinn';
const collection = '/org/freedesktop/secrets/collection/login';
/** From with-secret-service.sh, with its line break. */
const password = 'for tests only\n';

const secretService = (method: string, ...args: string[]) =>
  run('gdbus', [
    'call',
    '--session',
    '--timeout',
    '5',
    '--dest',
    'org.freedesktop.secrets',
    '--object-path',
    '/org/freedesktop/secrets',
    '--method',
    method,
    ...args,
  ]);
const lock = () =>
  secretService('org.freedesktop.Secret.Service.Lock', `[objectpath '${collection}']`);
const lookUp = async (): Promise<string> =>
  (await run('secret-tool', ['search', '--all', 'service', service])).stdout;

let directory = '';
let bus: SessionBus;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-keychain-'));
  bus = await SessionBus.open();
  expect(await lookUp()).toBe('');
});
afterEach(async () => {
  await bus.unlock(collection, password);
  await run('secret-tool', ['clear', 'service', service]).catch(() => undefined);
  bus.close();
  rmSync(directory, { recursive: true });
});

function open(folder = directory) {
  const vault = new Vault({
    keychain: new SystemKeychain({ directory: folder, service, timeLimit: 300 }),
    file: vaultFile(folder),
    crypto: createVaultCrypto({ N: 2, r: 1, p: 1 }),
    clock: systemClock,
    suspendEvents: noSuspendEvents,
    namesBefore: [],
  });
  return { vault, secrets: vault.secrets, status: () => vault.state().status };
}

describe('a real Secret Service', () => {
  it('keeps secrets from one start to the next, where other programs of the system see them', async () => {
    const { vault, secrets } = open();
    await secrets.set('connection/1/auth-token', 'tök"en\n€');
    expect(vault.state()).toMatchObject({ status: 'ready', kind: 'keychain', reason: null });
    expect(await lookUp()).toContain('secret = tök"en\n€');
    const again = open();
    expect(await again.secrets.get('connection/1/auth-token')).toBe('tök"en\n€');
    expect(await again.secrets.get('connection/2/auth-token')).toBeNull();
    await again.secrets.clear('connection/1/auth-token');
    expect(await secrets.get('connection/1/auth-token')).toBeNull();
    expect(textIn(directory)).not.toContain('tök');
  });

  it('shares nothing between two data folders', async () => {
    const [one, other] = [open(), open(join(directory, 'other'))];
    await one.secrets.set('name', 'secret');
    expect(await other.secrets.get('name')).toBeNull();
    await other.secrets.clear('name');
    expect(await one.secrets.get('name')).toBe('secret');
  });

  it('keeps a large secret', async () => {
    const { secrets } = open();
    const large = 'x'.repeat(65_536);
    await secrets.set('large', large);
    expect(await secrets.get('large')).toBe(large);
  });

  it('gives everything over to a passphrase and takes it back, and nothing is left behind', async () => {
    const { vault, secrets, status } = open();
    await expect.poll(status).toBe('ready');
    for (const name of ['one', 'two']) await secrets.set(name, `canary-${name}`);
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(await lookUp()).toBe('');
    expect(textIn(directory)).not.toContain('canary');
    const again = open();
    await again.vault.unlock(passphrase);
    await again.vault.choose({ kind: 'keychain' });
    expect((await lookUp()).match(/secret = canary-(?:one|two)/g)).toHaveLength(2);
    expect(await open().secrets.get('two')).toBe('canary-two');
  });
});

describe('a locked collection', () => {
  it('is a problem for every secret, and ready again once somebody has unlocked it', async () => {
    const { vault, secrets, status } = open();
    await secrets.set('name', 'secret');
    await lock();
    for (const work of [
      () => secrets.get('name'),
      () => secrets.set('name', 'other'),
      () => secrets.clear('name'),
    ]) {
      expect((await problemOf(work())).code).toBe('vault-locked');
      expect(status()).toBe('locked');
    }
    await bus.unlock(collection, password);
    await vault.retry();
    expect(status()).toBe('ready');
    expect(await secrets.get('name')).toBe('secret');
  });

  it('at the start is locked, not none: nothing is kept anywhere before somebody has chosen', async () => {
    await lock();
    const outcome = await runTryVault(directory, {});
    expect(outcome.state).toMatchObject({ status: 'locked', kind: 'keychain' });
    expect(outcome.state.reason).toContain('Unlock it');
    expect(outcome).toMatchObject({ kept: 'vault-locked', got: 'canary-of-the-try' });
    expect(textIn(directory)).not.toContain('canary');
  });

  it('whose question for a password nobody answers is waited for, and holds up nothing else', async () => {
    await lock();
    const prompter = await SessionBus.open();
    await prompter.own('org.gnome.keyring.SystemPrompter');
    const { vault, secrets, status } = open();
    expect(status()).toBe('opening');
    await expect.poll(status).toBe('waiting');
    expect(prompter.asked).toBeGreaterThan(0);
    const wanted = secrets.set('connection/1/auth-token', 'late');
    const outcome = await runTryVault(directory, {});
    expect(outcome.state.status).toBe('waiting');
    expect(outcome.got).toBe('canary-of-the-try');
    expect(outcome.opened).toBeLessThan(outcome.settled / 2);
    expect(vault.state().reason).toContain('has not responded yet');

    await bus.unlock(collection, password);
    prompter.close();
    await wanted;
    expect(status()).toBe('ready');
    expect(await lookUp()).toContain('secret = late');
  });
});
