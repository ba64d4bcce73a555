import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '../http/testing/problems.ts';
import type { KeychainLibrary } from './keychain-library.ts';
import { keychainLabel } from './platform-words.ts';
import { createSecretStore, type SecretStoreOptions } from './secret-store.ts';
import { runTryStore } from './testing/running-try-store.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-keychain-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A keychain that behaves like the real ones, and as badly as it is told to. */
class TestKeychain implements KeychainLibrary {
  readonly held = new Map<string, string>();
  manner: 'open' | 'locked' | 'silent' = 'open';
  underWay = 0;
  readonly #answered = Promise.withResolvers<undefined>();
  mostUnderWay = 0;

  /** Lets the calls that were not answered go on: the person has unlocked it at last. */
  answer(): void {
    this.manner = 'open';
    this.#answered.resolve(undefined);
  }

  getPassword(service: string, account: string): Promise<string | null> {
    return this.#call(
      () => this.held.get(`${service}|${account}`) ?? null,
      () => null,
    );
  }
  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.#call(
      () => void this.held.set(`${service}|${account}`, password),
      () => {
        throw new Error('Cannot create an item in a locked collection');
      },
    );
  }
  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#call(
      () => this.held.delete(`${service}|${account}`),
      () => false,
    );
  }

  async #call<Result>(open: () => Result, locked: () => Result): Promise<Result> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await new Promise((resolve) => setImmediate(resolve));
    if (this.manner === 'silent') await this.#answered.promise;
    this.underWay -= 1;
    return this.manner === 'open' ? open() : locked();
  }
}

const store = (keychain: TestKeychain, options: Partial<SecretStoreOptions> = {}) =>
  createSecretStore({ directory, load: () => Promise.resolve(keychain), ...options });

describe('a keychain that works', () => {
  it('keeps, gives, replaces and clears secrets under names of the data folder', async () => {
    const keychain = new TestKeychain();
    const secrets = await store(keychain);
    expect(secrets.describe()).toMatchObject({ kind: 'keychain', reason: null });
    await secrets.set('connection/1/auth-token', 'one');
    await secrets.set('connection/1/auth-token', 'two');
    expect(await secrets.get('connection/1/auth-token')).toBe('two');
    const id = readFileSync(join(directory, 'keychain-id'), 'utf8');
    expect([...keychain.held.keys()]).toEqual([`Hookdesk|${id}/connection/1/auth-token`]);
    await secrets.clear('connection/1/auth-token');
    expect(await secrets.get('connection/1/auth-token')).toBeNull();
    await secrets.clear('connection/1/auth-token');
    expect(keychain.held.size).toBe(0);
  });

  it('gives a data folder its secrets at the next start, and another folder none', async () => {
    const keychain = new TestKeychain();
    await (await store(keychain)).set('name', 'secret');
    expect(await (await store(keychain)).get('name')).toBe('secret');
    const elsewhere = await store(keychain, { directory: join(directory, 'other') });
    expect(await elsewhere.get('name')).toBeNull();
  });

  it('is asked one thing at a time', async () => {
    const keychain = new TestKeychain();
    const secrets = await store(keychain);
    await Promise.all(Array.from({ length: 20 }, (_, at) => secrets.set(`name${at}`, `s${at}`)));
    expect(keychain.mostUnderWay).toBe(1);
    expect(await secrets.get('name7')).toBe('s7');
  });
});

describe('a keychain that stops working', () => {
  it('is a problem when locked, for a secret that it holds too, and loses nothing', async () => {
    const keychain = new TestKeychain();
    const secrets = await store(keychain);
    await secrets.set('name', 'secret');
    keychain.manner = 'locked';
    for (const work of [
      () => secrets.get('name'),
      () => secrets.get('no such name'),
      () => secrets.set('name', 'other'),
      () => secrets.clear('name'),
    ]) {
      const problem = await problemOf(work());
      expect(problem.code).toBe('vault-failed');
      expect(problem.advice).toContain('Unlock it');
      expect(JSON.stringify(problem)).not.toContain('other');
    }
    keychain.manner = 'open';
    expect(await secrets.get('name')).toBe('secret');
  });

  it('is a problem within the limit when it does not answer, for those who wait behind too', async () => {
    const keychain = new TestKeychain();
    const secrets = await store(keychain, { callLimit: 100 });
    await secrets.set('name', 'secret');
    keychain.manner = 'silent';
    const problems = await Promise.all([
      problemOf(secrets.get('name')),
      problemOf(secrets.set('name', 'late')),
      problemOf(secrets.clear('name')),
    ]);
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('vault-failed'));
    expect(problems[0].message).toContain('did not answer within 0.1 s');
    expect(keychain.mostUnderWay).toBe(1);
    expect([...keychain.held.values()]).toEqual(['secret']);
    keychain.answer();
    expect(await secrets.get('name')).toBe('secret');
  });
});

describe('without a keychain', () => {
  it('secrets are in memory, and it is said why and what to install', async () => {
    const secrets = await createSecretStore({
      directory,
      load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
    });
    expect(secrets.describe()).toMatchObject({ kind: 'memory', label: 'Memory only' });
    if (process.platform === 'linux') {
      expect(secrets.describe().reason).toContain('Install libsecret-1-0');
    }
    await secrets.set('name', 'secret');
    expect(await secrets.get('name')).toBe('secret');
    await secrets.clear('name');
    expect(await secrets.get('name')).toBeNull();
  });

  it.each(['locked', 'silent'] as const)('a %s one at the start counts as none', async (manner) => {
    const keychain = new TestKeychain();
    keychain.manner = manner;
    const secrets = await store(keychain, { probeLimit: 100 });
    expect(secrets.describe().kind).toBe('memory');
    keychain.answer();
    await secrets.set('name', 'secret');
    await expect.poll(() => keychain.underWay).toBe(0);
    expect(keychain.held.size).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('the real library', () => {
  it('without a D-Bus leads to memory at once', async () => {
    const outcome = await runTryStore([directory], {
      DBUS_SESSION_BUS_ADDRESS: undefined,
      XDG_RUNTIME_DIR: directory,
    });
    expect(outcome).toMatchObject({ kind: 'memory', got: 'secret', cleared: null });
    expect(outcome.took).toBeLessThan(2_000);
  });

  it('with a D-Bus that never answers leads to memory within the limit, and lets the process end', async () => {
    const path = join(directory, 'bus');
    const bus = createServer();
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    const outcome = await runTryStore([directory, 'Hookdesk tests', '500'], {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`,
    });
    bus.close();
    expect(outcome).toMatchObject({ kind: 'memory', got: 'secret', cleared: null });
    expect(outcome.reason).toContain('did not answer in time');
    expect(outcome.took).toBeLessThan(1_500);
    expect(outcome.whole).toBeLessThan(5_000);
  });
});

describe('the name of a keychain', () => {
  it.each([
    ['darwin', {}, 'macOS Keychain'],
    ['win32', {}, 'Windows Credential Manager'],
    ['linux', { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, 'GNOME Keyring'],
    ['linux', { XDG_CURRENT_DESKTOP: 'KDE' }, 'Secret Service'],
    ['linux', {}, 'Secret Service'],
  ] as const)('on %s with %o is %s', (platform, environment, label) => {
    expect(keychainLabel(platform, environment)).toBe(label);
  });
});
