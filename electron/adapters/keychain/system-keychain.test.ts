import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeychainEvent } from '#core/vault-ports.ts';
import { problemOf } from '../http/testing/problem-of.ts';
import { keychainLabel, SystemKeychain, type SystemKeychainOptions } from './system-keychain.ts';
import { TestKeychain } from './testing/test-keychain.ts';

const limit = 20_000;
let directory = '';
let library: TestKeychain;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-keychain-'));
  library = new TestKeychain();
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function keychain(options: Partial<SystemKeychainOptions> = {}) {
  const opened = new SystemKeychain({
    directory,
    load: () => Promise.resolve(library),
    ...options,
  });
  const news: KeychainEvent['kind'][] = [];
  opened.watch(({ kind }) => news.push(kind));
  return Object.assign(opened, { news });
}

describe('a working keychain', () => {
  it('is open, and the probe leaves nothing in it', async () => {
    expect(await keychain().probe()).toEqual({ kind: 'open' });
    expect(library.held.size).toBe(0);
  });

  it('is not used by a portable copy, which says why', async () => {
    const used = keychain({ isPortable: true });
    const found = await used.probe();
    expect(found.kind === 'absent' && found.reason).toContain('This copy is portable');
    await expect(used.set('name', 'secret', limit)).rejects.toThrow();
    expect(library.held.size).toBe(0);
  });

  it('stores, returns, replaces and deletes secrets under names of the data folder', async () => {
    const used = keychain();
    await used.set('connection/1/auth-token', 'one', limit);
    await used.set('connection/1/auth-token', 'two', limit);
    expect(await used.get('connection/1/auth-token', limit)).toBe('two');
    const id = readFileSync(join(directory, 'keychain-id'), 'utf8');
    expect([...library.held.keys()]).toEqual([`Hookdesk|${id}/connection/1/auth-token`]);
    await used.clear('connection/1/auth-token', limit);
    expect(await used.get('connection/1/auth-token', limit)).toBeNull();
    await used.clear('connection/1/auth-token', limit);
    expect(library.held.size).toBe(0);
  });

  it('returns the secrets of a data folder at the next start, and none to another folder', async () => {
    await keychain().set('name', 'secret', limit);
    expect(await keychain().get('name', limit)).toBe('secret');
    expect(await keychain({ directory: join(directory, 'other') }).get('name', limit)).toBeNull();
  });

  it.each([
    ['missing', null],
    ['empty', ''],
    ['another one', '8d0f3f0e-7f4b-4f0c-8a2e-3f3f0f5c7a11'],
  ])('finds the secrets of a data folder whose id is %s', async (_, id) => {
    await keychain().set('name', 'secret', limit);
    const path = join(directory, 'keychain-id');
    const before = readFileSync(path, 'utf8');
    if (id === null) rmSync(path);
    else writeFileSync(path, id);
    expect(await keychain().get('name', limit)).toBe('secret');
    expect(readFileSync(path, 'utf8')).toBe(before);
    writeFileSync(join(directory, 'keychain-id.copy'), 'damaged');
    expect(await keychain().get('name', limit)).toBe('secret');
  });

  it('receives one call at a time, and concurrent probes share one', async () => {
    const used = keychain();
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => used.set(`name${at}`, `s${at}`, limit)),
      ...Array.from({ length: 5 }, () => used.probe()),
    ]);
    expect(library.mostUnderWay).toBe(1);
    expect(library.calls.filter((call) => call === 'set probe')).toHaveLength(1);
  });

  it('is not loaded before it is used', async () => {
    let loads = 0;
    const used = keychain({ load: () => Promise.resolve(((loads += 1), library)) });
    expect(loads).toBe(0);
    await used.probe();
    await used.probe();
    expect(loads).toBe(1);
  });

  it('is not locked when it refuses one secret', async () => {
    library.before = (call) => {
      if (call === 'set large') throw new Error('The stub received bad data: "secret"');
    };
    const used = keychain();
    const problem = await problemOf(used.set('large', 'secret', limit));
    expect(problem.code).toBe('vault-failed');
    expect(JSON.stringify(problem)).not.toContain('bad data');
    expect(used.news.at(-1)).toBe('open');
  });
});

describe('a keychain that is locked', () => {
  it('is reported as locked by the probe, although it answers reads', async () => {
    library.manner = 'locked';
    const found = await keychain().probe();
    expect(found).toMatchObject({ kind: 'locked' });
    expect(found.kind === 'locked' && found.reason).toContain('Unlock it');
  });

  it('fails every call with a problem, reports its state, and loses nothing', async () => {
    const used = keychain();
    await used.set('name', 'secret', limit);
    library.manner = 'locked';
    for (const work of [
      () => used.get('name', limit),
      () => used.get('no such name', limit),
      () => used.set('name', 'other', limit),
      () => used.clear('name', limit),
    ]) {
      const problem = await problemOf(work());
      expect(problem.code).toBe('vault-locked');
      expect(problem.message).toContain('Unlock it');
      expect(JSON.stringify(problem)).not.toContain('other');
      expect(used.news.at(-1)).toBe('locked');
    }
    library.manner = 'open';
    expect(await used.get('name', limit)).toBe('secret');
    expect(used.news.at(-1)).toBe('open');
  });
});

describe('a keychain that does not answer', () => {
  it('is awaited by the probe without a limit, and reported as waiting after a while', async () => {
    library.manner = 'silent';
    const used = keychain({ timeLimit: 20 });
    const probe = used.probe();
    await expect.poll(() => used.news).toEqual(['waiting']);
    library.answer();
    expect(await probe).toEqual({ kind: 'open' });
    expect(used.news).toEqual(['waiting', 'open']);
  });

  it('is locked when a person dismissed its password prompt', async () => {
    library.manner = 'silent';
    const used = keychain({ timeLimit: 20 });
    const probe = used.probe();
    await expect.poll(() => used.news).toEqual(['waiting']);
    library.answer('locked');
    expect(await probe).toMatchObject({ kind: 'locked' });
  });

  it('fails calls within the limit, also queued ones, and none takes effect later', async () => {
    const used = keychain({ timeLimit: 20 });
    await used.set('name', 'secret', limit);
    library.manner = 'silent';
    const problems = await Promise.all([
      problemOf(used.get('name', 100)),
      problemOf(used.set('name', 'late', 100)),
      problemOf(used.clear('name', 100)),
    ]);
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('vault-locked'));
    expect(problems[0].message).toContain('did not respond within 0.1 s');
    expect(problems[1].advice).toContain('The keychain was not changed');
    expect(library.mostUnderWay).toBe(1);
    library.answer();
    expect(await used.get('name', limit)).toBe('secret');
  });

  it('reports that a started call cannot be undone', async () => {
    const used = keychain();
    await used.probe();
    library.manner = 'silent';
    const problem = await problemOf(used.set('name', 'late', 50));
    expect(problem.advice).toContain('may still be kept');
    library.answer();
    expect(await used.get('name', limit)).toBe('late');
  });
});

describe('without a keychain', () => {
  it('names the package to install, and the next probe looks again', async () => {
    let isInstalled = false;
    const used = keychain({
      load: () =>
        isInstalled
          ? Promise.resolve(library)
          : Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
    });
    const found = await used.probe();
    expect(found.kind).toBe('absent');
    if (process.platform === 'linux') {
      expect(found.kind === 'absent' && found.reason).toContain('Install libsecret-1-0');
    }
    expect((await problemOf(used.get('name', limit))).code).toBe('vault-locked');
    isInstalled = true;
    expect(await used.probe()).toEqual({ kind: 'open' });
  });

  it('reports one that returns only errors as absent', async () => {
    library.manner = 'absent';
    expect(await keychain().probe()).toMatchObject({ kind: 'absent' });
  });

  it('reports an unwritable data folder as absent', async () => {
    const used = keychain({ directory: '/dev/null/nowhere' });
    const found = await used.probe();
    expect(found.kind === 'absent' && found.reason).toContain('data folder');
  });
});

describe('the label of a keychain', () => {
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
