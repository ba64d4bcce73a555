import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '#adapters/http/testing/problems.ts';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import type { VaultState } from '#contract/vault.ts';
import { MovingClock } from '../sessions/testing/moving-clock.ts';
import { vaultOfATest, type VaultOfATest } from './testing/vault-of-a-test.ts';

const passphrase = 'vier Wörter ohne Sinn';
const minutes = (count: number): number => count * 60_000;
let directory = '';
let library: TestKeychain;
let clock: MovingClock;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-vault-'));
  library = new TestKeychain();
  clock = new MovingClock();
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});
const open = (options: Partial<VaultOfATest> = {}) =>
  vaultOfATest({ directory, library, clock, ...options });

/** A vault once it has found out how its keychain stands. */
async function settled(options: Partial<VaultOfATest> = {}) {
  const opened = open(options);
  await expect.poll(() => opened.vault.state().status, { interval: 2 }).not.toBe('opening');
  return opened;
}

async function underPassphrase() {
  library.manner = 'absent';
  const opened = await settled();
  await opened.vault.choose({ kind: 'passphrase', passphrase });
  return opened;
}

function onDisk(): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    .join('\n');
}

describe('with a keychain', () => {
  it('secrets are there at the next start, and nothing of them is on disk', async () => {
    const { secrets } = open();
    await secrets.set('connection/1/auth-token', 'geheim-1');
    expect(secrets.has('connection/1/auth-token')).toBe(true);
    const again = open();
    expect(again.secrets.has('connection/1/auth-token')).toBe(true);
    expect(await again.secrets.get('connection/1/auth-token')).toBe('geheim-1');
    await again.secrets.clear('connection/1/auth-token');
    expect(again.secrets.has('connection/1/auth-token')).toBe(false);
    expect(await again.secrets.get('connection/1/auth-token')).toBeNull();
    expect(library.names).toEqual([]);
    expect(onDisk()).not.toContain('geheim');
  });

  it('none is in the data folder before there is something to say', async () => {
    await settled();
    expect(readdirSync(directory)).toEqual(['keychain-id']);
  });

  it('those of an older Hookdesk, which kept no index, are known by their connections', async () => {
    await open().secrets.set('connection/1/auth-token', 'old');
    rmSync(join(directory, 'vault.json'));
    const { secrets } = open({
      namesBefore: ['connection/1/auth-token', 'connection/2/auth-token'],
    });
    expect(secrets.has('connection/2/auth-token')).toBe(true);
    expect(await secrets.get('connection/1/auth-token')).toBe('old');
    expect(await secrets.get('connection/2/auth-token')).toBeNull();
    expect(secrets.has('connection/2/auth-token')).toBe(false);
  });

  it('whether one is kept is known without asking, and clearing one that is not asks nothing', async () => {
    library.manner = 'silent';
    const { secrets } = open({ namesBefore: ['known'] });
    expect(secrets.has('known')).toBe(true);
    await secrets.clear('unknown');
    library.answer();
    await secrets.clear('known');
  });

  it('one that could not be kept is not kept late either', async () => {
    const { secrets } = await settled();
    library.manner = 'silent';
    const failed = problemOf(secrets.set('name', 'late'));
    await expect.poll(() => library.calls).toContain('set name');
    // The keychain's own limit is by the real clock: here it refuses.
    library.answer('locked');
    expect((await failed).code).toBe('vault-locked');
    expect(secrets.has('name')).toBe(false);
    library.manner = 'open';
    await library.setPassword(
      'Hookdesk',
      `${readFileSync(join(directory, 'keychain-id'), 'utf8')}/name`,
      'late',
    );
    const again = await settled();
    await expect.poll(() => library.names).toEqual([]);
    expect(again.secrets.has('name')).toBe(false);
  });
});

describe('a keychain that is locked', () => {
  it('is no keychain that holds nothing', async () => {
    await open().secrets.set('name', 'secret');
    library.manner = 'locked';
    const { secrets, vault, standing } = await settled();
    expect(standing()).toBe('locked keychain');
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    expect((await problemOf(secrets.set('name', 'other'))).code).toBe('vault-locked');
    expect((await problemOf(secrets.clear('name'))).code).toBe('vault-locked');
    library.manner = 'open';
    expect(await secrets.get('name')).toBe('secret');
    expect(standing()).toBe('ready keychain');
    expect(vault.state()).toMatchObject({ reason: null, kept: 1 });
  });

  it('is ready as soon as somebody looks again', async () => {
    library.manner = 'locked';
    const { vault, standing } = await settled();
    library.manner = 'open';
    await vault.retry();
    expect(standing()).toBe('ready keychain');
  });

  it('keeps what it holds out of a move that would leave it behind', async () => {
    await open().secrets.set('name', 'secret');
    library.manner = 'locked';
    const { vault } = await settled();
    const problem = await problemOf(vault.choose({ kind: 'passphrase', passphrase }));
    expect(problem.code).toBe('vault-locked');
    expect(problem.message).toContain('a secret');
    expect(vault.state().choices).toEqual(['memory']);
  });
});

describe('a keychain that does not answer', () => {
  it('is shown as waiting, holds up nothing else, and is ready when it answers late', async () => {
    library.manner = 'silent';
    const { vault, secrets, standing } = open();
    const seen: VaultState['status'][] = [];
    const watching = new AbortController();
    const watched = (async () => {
      for await (const { status } of vault.watch(watching.signal)) seen.push(status);
    })().catch(() => undefined);
    expect(standing()).toBe('opening keychain');
    await expect.poll(standing).toBe('waiting keychain');
    expect(vault.state().reason).toContain('has not answered yet');
    const wanted = secrets.get('name');
    await vault.setAutoLock(10);
    expect(library.underWay).toBe(1);
    library.answer();
    expect(await wanted).toBeNull();
    expect(standing()).toBe('ready keychain');
    watching.abort();
    await watched;
    expect(seen.filter((status, at) => status !== seen[at - 1])).toEqual([
      'opening',
      'waiting',
      'ready',
    ]);
  });

  it('lets those who need a secret go after 20 s, with what to do', async () => {
    library.manner = 'silent';
    const { secrets, standing } = open();
    await expect.poll(standing).toBe('waiting keychain');
    const problems = Promise.all([
      problemOf(secrets.get('name')),
      problemOf(secrets.set('name', 'x')),
    ]);
    await expect.poll(() => clock.sleepers).toBeGreaterThan(1);
    clock.move(20_001);
    for (const problem of await problems) {
      expect(problem.code).toBe('vault-locked');
      expect(problem.message).toContain('did not answer within 20 s');
      expect(problem.advice).toContain('Unlock it');
    }
    expect(library.underWay).toBe(1);
    library.answer();
    await expect.poll(standing).toBe('ready keychain');
    expect(library.names).toEqual([]);
  });

  it('can be left for memory at once, and taken up again later with all that came meanwhile', async () => {
    await open().secrets.set('old', 'in the keychain');
    library.manner = 'silent';
    const { vault, secrets, standing } = open();
    await expect.poll(standing).toBe('waiting keychain');
    const waiting = problemOf(secrets.get('old'));
    await vault.choose({ kind: 'memory' });
    expect(standing()).toBe('memory memory');
    await secrets.set('new', 'typed meanwhile');
    library.answer();
    await waiting.catch(() => undefined);
    await expect.poll(() => vault.state().choices).toEqual(['keychain', 'passphrase']);
    expect(standing()).toBe('memory memory');
    await vault.choose({ kind: 'keychain' });
    expect(standing()).toBe('ready keychain');
    expect(await secrets.get('old')).toBe('in the keychain');
    expect(await secrets.get('new')).toBe('typed meanwhile');
  });
});

describe('without a keychain', () => {
  beforeEach(() => {
    library.manner = 'absent';
  });

  it('nothing is kept anywhere until somebody has chosen', async () => {
    const { secrets, vault, standing } = await settled();
    expect(standing()).toBe('unavailable keychain');
    const problem = await problemOf(secrets.set('name', 'canary'));
    expect(problem.code).toBe('vault-locked');
    expect(problem.advice).toContain('Choose a passphrase');
    expect(vault.state().choices).toEqual(['passphrase', 'memory']);
    expect(onDisk()).not.toContain('canary');
  });

  it('memory is remembered as the choice, and forgets the secrets', async () => {
    const { secrets, vault, standing } = await settled();
    await vault.choose({ kind: 'memory' });
    await secrets.set('name', 'secret');
    expect(await secrets.get('name')).toBe('secret');
    expect(standing()).toBe('memory memory');
    const again = await settled();
    expect(again.standing()).toBe('memory memory');
    expect(again.vault.state().reason).toContain('keychain');
    expect(await again.secrets.get('name')).toBeNull();
  });

  it('that appears later takes over what is in memory when somebody looks again', async () => {
    const { secrets, vault, standing } = await settled();
    await vault.choose({ kind: 'memory' });
    await secrets.set('name', 'secret');
    library.manner = 'open';
    await vault.retry();
    expect(standing()).toBe('ready keychain');
    expect(library.names).toEqual(['name']);
    const again = await settled();
    expect(again.standing()).toBe('ready keychain');
    expect(await again.secrets.get('name')).toBe('secret');
  });

  it('what its keychain held elsewhere is left there, and only given up by name', async () => {
    library.manner = 'open';
    await open().secrets.set('kept', 'there');
    await open().secrets.set('given up', 'there');
    library.manner = 'absent';
    const { secrets, vault } = await settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(await secrets.get('kept')).toBeNull();
    await secrets.clear('given up');
    await secrets.set('own', 'here');
    library.manner = 'open';
    await vault.choose({ kind: 'keychain' });
    expect(library.names).toEqual(['kept', 'own']);
    expect(await secrets.get('kept')).toBe('there');
  });
});

describe('under a passphrase', () => {
  it('secrets are sealed on disk, and open with it at the next start', async () => {
    const { secrets, standing } = await underPassphrase();
    expect(standing()).toBe('ready passphrase');
    await secrets.set('connection/1/password', 'canary-ö"');
    await secrets.set('connection/1/password', 'canary-ü"');
    expect(await secrets.get('connection/1/password')).toBe('canary-ü"');
    expect(onDisk()).not.toMatch(/canary|ohne Sinn/);
    const again = open();
    expect(again.standing()).toBe('locked passphrase');
    expect(again.secrets.has('connection/1/password')).toBe(true);
    expect((await problemOf(again.secrets.get('connection/1/password'))).code).toBe('vault-locked');
    expect((await problemOf(again.secrets.set('other', 'x'))).code).toBe('vault-locked');
    await again.vault.unlock(passphrase);
    expect(await again.secrets.get('connection/1/password')).toBe('canary-ü"');
    await again.secrets.clear('connection/1/password');
    expect(await again.secrets.get('connection/1/password')).toBeNull();
  });

  it('the same passphrase opens it however its letters are put together', async () => {
    const { vault } = await underPassphrase();
    vault.lock();
    await vault.unlock(passphrase.normalize('NFD'));
  });

  it('another passphrase is told, and opens nothing', async () => {
    const { vault, standing } = await underPassphrase();
    vault.lock();
    const problem = await problemOf(vault.unlock(`${passphrase}!`));
    expect(problem).toMatchObject({ code: 'invalid', issues: [{ path: 'passphrase' }] });
    expect(standing()).toBe('locked passphrase');
  });

  it('it can be changed, and the old one opens nothing any more, not even the copy before', async () => {
    const { secrets, vault } = await underPassphrase();
    await secrets.set('name', 'secret');
    const wrong = vault.changePassphrase('not this one', 'ein ganz anderes Wort');
    expect(await problemOf(wrong)).toMatchObject({ code: 'invalid', issues: [{ path: 'old' }] });
    await vault.changePassphrase(passphrase, 'ein ganz anderes Wort');
    expect(await secrets.get('name')).toBe('secret');
    for (const isDamaged of [false, true]) {
      if (isDamaged) rmSync(join(directory, 'vault.json'));
      const again = open();
      expect((await problemOf(again.vault.unlock(passphrase))).code).toBe('invalid');
      await again.vault.unlock('ein ganz anderes Wort');
      expect(await again.secrets.get('name')).toBe('secret');
    }
  });

  it('one that is too short is refused before anything is done', async () => {
    library.manner = 'absent';
    const { vault, standing } = await settled();
    expect(await problemOf(vault.choose({ kind: 'passphrase', passphrase: 'kurz' }))).toMatchObject(
      {
        code: 'invalid',
        issues: [{ path: 'passphrase' }],
      },
    );
    expect(standing()).toBe('unavailable keychain');
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(await problemOf(vault.changePassphrase(passphrase, 'kurz'))).toMatchObject({
      issues: [{ path: 'new' }],
    });
  });

  it('a vault whose passphrase is lost is set aside, and an empty one begun', async () => {
    const { secrets } = await underPassphrase();
    await secrets.set('name', 'secret');
    library.manner = 'open';
    const again = open();
    await again.vault.startAnew();
    await expect.poll(again.standing).toBe('ready keychain');
    expect(await again.secrets.get('name')).toBeNull();
    const aside = readdirSync(directory).find((name) => name.includes('set-aside')) ?? '';
    renameSync(join(directory, aside), join(directory, 'vault.json'));
    const back = open();
    await back.vault.unlock(passphrase);
    expect(await back.secrets.get('name')).toBe('secret');
  });
});

describe('a damaged vault file', () => {
  it('right after moving costs nothing: the copy beside it has all of it', async () => {
    await open().secrets.set('name', 'secret');
    const { vault } = await settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(library.names).toEqual([]);
    writeFileSync(join(directory, 'vault.json'), 'damaged');
    const again = open();
    expect(again.vault.notice).toContain('was damaged');
    await again.vault.unlock(passphrase);
    expect(await again.secrets.get('name')).toBe('secret');
  });

  it('of a newer Hookdesk is left alone, memory is all there is, and it is looked at again', async () => {
    const path = join(directory, 'vault.json');
    const newer = '{"format":"hookdesk-vault","version":2}';
    writeFileSync(path, newer);
    const { vault, secrets, standing } = await settled();
    expect(standing()).toBe('unavailable keychain');
    expect(vault.notice).toContain('newer Hookdesk');
    expect((await problemOf(secrets.set('name', 'secret'))).code).toBe('vault-locked');
    const refused = vault.choose({ kind: 'passphrase', passphrase });
    expect((await problemOf(refused)).code).toBe('refused');
    expect((await problemOf(vault.setAutoLock(5))).code).toBe('refused');
    await vault.choose({ kind: 'memory' });
    await secrets.set('name', 'secret');
    expect(await secrets.get('name')).toBe('secret');
    expect(readFileSync(path, 'utf8')).toBe(newer);
    rmSync(path);
    await vault.retry();
    expect(standing()).toBe('ready keychain');
    expect(await secrets.get('name')).toBe('secret');
  });
});

describe('locking', () => {
  it('happens after half an hour without use, and every use puts it off', async () => {
    const { secrets, standing, vault } = await underPassphrase();
    clock.move(minutes(29));
    await secrets.get('name');
    clock.move(minutes(29));
    await Promise.resolve();
    expect(standing()).toBe('ready passphrase');
    clock.move(minutes(2));
    await expect.poll(standing).toBe('locked passphrase');
    expect(vault.state().reason).toContain('30 min');
  });

  it('happens at the first use after a sleep in which no timer ran', async () => {
    const { secrets, standing } = await underPassphrase();
    const asleep = clock.now().getTime() + minutes(31);
    clock.now = () => new Date(asleep);
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    expect(standing()).toBe('locked passphrase');
  });

  it('never happens by itself when that is switched off, at the next start too', async () => {
    const { vault, standing } = await underPassphrase();
    await vault.setAutoLock(null);
    clock.move(minutes(600));
    const again = open();
    await again.vault.unlock(passphrase);
    clock.move(minutes(600));
    await new Promise((resolve) => setImmediate(resolve));
    expect([standing(), again.standing()]).toEqual(['ready passphrase', 'ready passphrase']);
    expect(again.vault.state().autoLockMinutes).toBeNull();
    await again.vault.setAutoLock(1);
    clock.move(minutes(2));
    await expect.poll(again.standing).toBe('locked passphrase');
  });

  it('happens when the computer is put to sleep, and work goes on after unlocking', async () => {
    const { vault, secrets, suspend, standing } = await underPassphrase();
    await secrets.set('name', 'secret');
    suspend();
    expect(standing()).toBe('locked passphrase');
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    await vault.unlock(passphrase);
    expect(await secrets.get('name')).toBe('secret');
  });

  it('wins over unlocking that was under way', async () => {
    const { vault, suspend, standing } = await underPassphrase();
    vault.lock();
    const unlocking = problemOf(vault.unlock(passphrase));
    await new Promise((resolve) => setImmediate(resolve));
    suspend();
    expect((await unlocking).code).toBe('vault-locked');
    expect(standing()).toBe('locked passphrase');
  });

  it('is not done to the system’s keychain', async () => {
    const { vault, suspend, standing } = await settled();
    expect(() => {
      vault.lock();
    }).toThrow('not kept under a passphrase');
    suspend();
    expect(standing()).toBe('ready keychain');
  });
});

describe('the data key', () => {
  const plain = Buffer.from('a draft');

  it('is made once, and is the same at the next start and after a move', async () => {
    const first = await open().vault.dataSealer({ sealedBefore: false });
    const sealed = first.seal(plain, 'row 1');
    const { vault } = await settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(vault.state()).toMatchObject({ kind: 'passphrase', kept: 0 });
    const again = await vault.dataSealer({ sealedBefore: true });
    expect(Buffer.from(again.open(sealed, 'row 1'))).toEqual(plain);
    expect(() => again.open(sealed, 'row 2')).toThrow('cannot be read');
  });

  it('is wiped by locking, and there again after unlocking', async () => {
    const { vault } = await underPassphrase();
    const sealer = await vault.dataSealer({ sealedBefore: false });
    const sealed = sealer.seal(plain, 'row');
    vault.lock();
    expect(() => sealer.seal(plain, 'row')).toThrow('locked');
    expect(() => sealer.open(sealed, 'row')).toThrow('locked');
    expect((await problemOf(vault.dataSealer({ sealedBefore: true }))).code).toBe('vault-locked');
    await vault.unlock(passphrase);
    expect(Buffer.from(sealer.open(sealed, 'row'))).toEqual(plain);
  });

  it('that was left behind is kept beside a newer one, wherever both come together', async () => {
    await open().vault.dataSealer({ sealedBefore: false });
    library.manner = 'absent';
    const { vault, secrets } = await settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    const newer = await vault.dataSealer({ sealedBefore: false });
    const sealed = newer.seal(plain, 'row');
    const made = await secrets.get('data-key');
    library.manner = 'open';
    const older = [...library.held.values()];
    await vault.choose({ kind: 'keychain' });
    expect(library.names).toEqual(['data-key', 'data-key/1']);
    expect([...library.held.values()].sort()).toEqual([...older, made].sort());
    const again = await (await settled()).vault.dataSealer({ sealedBefore: true });
    expect(Buffer.from(again.open(sealed, 'row'))).toEqual(plain);
  });

  it('that is gone is not replaced while there are data that need it', async () => {
    const { vault } = await settled();
    expect((await problemOf(vault.dataSealer({ sealedBefore: true }))).code).toBe(
      'data-key-missing',
    );
    expect(library.names).toEqual([]);
  });
});
