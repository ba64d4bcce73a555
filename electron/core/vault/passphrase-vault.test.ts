import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { passphrase, VaultFolder } from '#test-support/vault-folder-fixture.ts';

const folder = new VaultFolder();
const minutes = (count: number): number => count * 60_000;

describe('a passphrase vault', () => {
  it('seals secrets on disk, and unlocks at the next start', async () => {
    const { secrets, condition } = await folder.underPassphrase();
    expect(condition()).toBe('ready passphrase');
    await secrets.set('connection/1/password', 'canary-ö"');
    await secrets.set('connection/1/password', 'canary-ü"');
    expect(await secrets.get('connection/1/password')).toBe('canary-ü"');
    expect(folder.onDisk()).not.toMatch(/canary|ohne Sinn/);
    const again = folder.open();
    expect(again.condition()).toBe('locked passphrase');
    expect(again.secrets.has('connection/1/password')).toBe(true);
    expect((await problemOf(again.secrets.get('connection/1/password'))).code).toBe('vault-locked');
    expect((await problemOf(again.secrets.set('other', 'x'))).code).toBe('vault-locked');
    await again.vault.unlock(passphrase);
    expect(await again.secrets.get('connection/1/password')).toBe('canary-ü"');
    await again.secrets.clear('connection/1/password');
    expect(await again.secrets.get('connection/1/password')).toBeNull();
  });

  it('unlocks with any Unicode normalization of the passphrase', async () => {
    const { vault } = await folder.underPassphrase();
    vault.lock();
    await vault.unlock(passphrase.normalize('NFD'));
  });

  it('refuses another passphrase', async () => {
    const { vault, condition } = await folder.underPassphrase();
    vault.lock();
    const problem = await problemOf(vault.unlock(`${passphrase}!`));
    expect(problem).toMatchObject({ code: 'invalid', issues: [{ path: 'passphrase' }] });
    expect(condition()).toBe('locked passphrase');
  });

  it('saves a secret while wrong passphrases are tried', { tags: 'slow' }, async () => {
    const cost = { N: 2 ** 15, r: 8, p: 1 };
    const { vault, secrets } = await folder.underPassphrase({ cost });
    const order: string[] = [];
    const tries = Array.from({ length: 10 }, async () => {
      expect((await problemOf(vault.unlock('not this one'))).code).toBe('invalid');
      order.push('wrong');
    });
    const changes = Array.from({ length: 10 }, async () => {
      expect((await problemOf(vault.changePassphrase('not this one', 'ein Wort mehr'))).code).toBe(
        'invalid',
      );
      order.push('wrong');
    });
    await secrets.set('connection/1/auth-token', 'canary');
    order.push('saved');
    await Promise.all([...tries, ...changes]);
    expect(order.indexOf('saved')).toBeLessThan(10);
    expect(await secrets.get('connection/1/auth-token')).toBe('canary');
  });

  it('opens no passphrase that another window has replaced meanwhile', async () => {
    const { vault, condition } = await folder.underPassphrase();
    const changed = vault.changePassphrase(passphrase, 'ein ganz anderes Wort');
    const late = problemOf(vault.unlock(passphrase));
    await changed;
    vault.lock();
    expect(['invalid', 'vault-locked']).toContain((await late).code);
    expect(condition()).toBe('locked passphrase');
  });

  it('can change its passphrase, and no copy opens with the old one', async () => {
    const { secrets, vault } = await folder.underPassphrase();
    await secrets.set('name', 'secret');
    const wrong = vault.changePassphrase('not this one', 'ein ganz anderes Wort');
    expect(await problemOf(wrong)).toMatchObject({ code: 'invalid', issues: [{ path: 'old' }] });
    await vault.changePassphrase(passphrase, 'ein ganz anderes Wort');
    expect(await secrets.get('name')).toBe('secret');
    for (const isDamaged of [false, true]) {
      if (isDamaged) rmSync(join(folder.directory, 'vault.json'));
      const again = folder.open();
      expect((await problemOf(again.vault.unlock(passphrase))).code).toBe('invalid');
      await again.vault.unlock('ein ganz anderes Wort');
      expect(await again.secrets.get('name')).toBe('secret');
    }
  });

  it('writes a deleted file again before it seals data', async () => {
    const { secrets, vault } = await folder.underPassphrase();
    await secrets.set('name', 'secret');
    const content = Buffer.from('content');
    await vault.dataSealer({ sealedBefore: false });
    for (const name of readdirSync(folder.directory)) rmSync(join(folder.directory, name));
    const sealed = (await vault.dataSealer({ sealedBefore: true })).seal(content, 'draft/1');
    const again = folder.open();
    await again.vault.unlock(passphrase);
    expect(await again.secrets.get('name')).toBe('secret');
    const opened = (await again.vault.dataSealer({ sealedBefore: true })).open(sealed, 'draft/1');
    expect(Buffer.from(opened)).toEqual(content);
  });

  it('refuses a short passphrase before any change', async () => {
    folder.library.manner = 'absent';
    const { vault, condition } = await folder.settled();
    expect(await problemOf(vault.choose({ kind: 'passphrase', passphrase: 'kurz' }))).toMatchObject(
      {
        code: 'invalid',
        issues: [{ path: 'passphrase' }],
      },
    );
    expect(condition()).toBe('unavailable keychain');
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(await problemOf(vault.changePassphrase(passphrase, 'kurz'))).toMatchObject({
      issues: [{ path: 'new' }],
    });
  });

  it('is set aside when its passphrase is lost, and an empty one is created', async () => {
    const { secrets } = await folder.underPassphrase();
    await secrets.set('name', 'secret');
    folder.library.manner = 'open';
    const again = folder.open();
    await again.vault.startAnew();
    await expect.poll(again.condition).toBe('ready keychain');
    expect(await again.secrets.get('name')).toBeNull();
    const aside = readdirSync(folder.directory).find((name) => name.includes('set-aside')) ?? '';
    renameSync(join(folder.directory, aside), join(folder.directory, 'vault.json'));
    const back = folder.open();
    await back.vault.unlock(passphrase);
    expect(await back.secrets.get('name')).toBe('secret');
  });

  it('is not set aside after a lock, because memory still has what it protects', async () => {
    const { vault, condition } = await folder.underPassphrase();
    vault.lock();
    expect((await problemOf(vault.startAnew())).code).toBe('refused');
    expect(condition()).toBe('locked passphrase');
    await vault.unlock(passphrase);
  });
});

describe('a damaged vault file', () => {
  it('right after a move loses nothing, because its copy is complete', async () => {
    await folder.open().secrets.set('name', 'secret');
    const { vault } = await folder.settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(folder.library.names).toEqual([]);
    writeFileSync(join(folder.directory, 'vault.json'), 'damaged');
    const again = folder.open();
    expect(again.vault.notice).toContain('was damaged');
    await again.vault.unlock(passphrase);
    expect(await again.secrets.get('name')).toBe('secret');
  });

  const damages: [string, (path: string) => void][] = [
    [
      'missing',
      (path) => {
        rmSync(path);
      },
    ],
    [
      'empty',
      (path) => {
        writeFileSync(path, '');
      },
    ],
    [
      'cut off',
      (path) => {
        truncateSync(path, Math.trunc(statSync(path).size / 2));
      },
    ],
    [
      'of another checksum',
      (path) => {
        writeFileSync(path, readFileSync(path, 'utf8').replace('"checksum": "', '"checksum": "x'));
      },
    ],
  ];

  it.each(damages)(
    'that is %s brings no deleted and no replaced secret back',
    async (_, damage) => {
      const { secrets } = await folder.underPassphrase();
      await secrets.set('connection/1/auth-token', 'canary-deleted');
      await secrets.set('connection/2/auth-token', 'canary-replaced');
      await secrets.set('connection/2/auth-token', 'new');
      await secrets.clear('connection/1/auth-token');
      damage(join(folder.directory, 'vault.json'));
      const again = folder.open();
      expect(again.vault.notice).toContain('Hookdesk restored its copy.');
      await again.vault.unlock(passphrase);
      expect(again.secrets.has('connection/1/auth-token')).toBe(false);
      expect(await again.secrets.get('connection/1/auth-token')).toBeNull();
      expect(await again.secrets.get('connection/2/auth-token')).toBe('new');
    },
  );

  it('brings no deleted secret back from the copy of an older Hookdesk, after one start', async () => {
    const { secrets } = await folder.underPassphrase();
    await secrets.set('connection/1/auth-token', 'canary-deleted');
    const file = join(folder.directory, 'vault.json');
    const older = readFileSync(file);
    await secrets.clear('connection/1/auth-token');
    writeFileSync(join(folder.directory, 'vault.previous.json'), older);
    expect(folder.open().vault.notice).toBeNull();
    rmSync(file);
    const again = folder.open();
    await again.vault.unlock(passphrase);
    expect(await again.secrets.get('connection/1/auth-token')).toBeNull();
  });

  it('lists no deleted secret of the keychain, even of a connection that had one', async () => {
    const namesBefore = ['connection/1/auth-token'];
    const { secrets } = await folder.settled({ namesBefore });
    await secrets.set('connection/1/auth-token', 'canary-deleted');
    await secrets.clear('connection/1/auth-token');
    writeFileSync(join(folder.directory, 'vault.json'), 'damaged');
    const again = await folder.settled({ namesBefore });
    expect(again.secrets.has('connection/1/auth-token')).toBe(false);
    expect(again.vault.state().kept).toBe(0);
  });

  it('of a newer Hookdesk stays unchanged, allows only memory, and is read again on retry', async () => {
    const path = join(folder.directory, 'vault.json');
    const newer = '{"format":"hookdesk-vault","version":2}';
    writeFileSync(path, newer);
    const { vault, secrets, condition } = await folder.settled();
    expect(condition()).toBe('unavailable keychain');
    expect(vault.notice).toContain('newer version of Hookdesk');
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
    expect(condition()).toBe('ready keychain');
    expect(await secrets.get('name')).toBe('secret');
  });

  it('takes the secrets in memory once it is readable and unlocked', async () => {
    const path = join(folder.directory, 'vault.json');
    const before = await folder.underPassphrase();
    await before.secrets.set('name', 'older');
    await before.secrets.set('other', 'same');
    const readable = readFileSync(path, 'utf8');
    writeFileSync(path, '{"format":"hookdesk-vault","version":2}');
    const { vault, secrets, condition } = await folder.settled();
    await vault.choose({ kind: 'memory' });
    await secrets.set('name', 'newer');
    writeFileSync(path, readable);
    await vault.retry();
    expect(condition()).toBe('locked passphrase');
    await vault.unlock(passphrase);
    const again = folder.open();
    await again.vault.unlock(passphrase);
    for (const store of [secrets, again.secrets]) {
      expect(await store.get('name')).toBe('newer');
      expect(await store.get('other')).toBe('same');
    }
  });
});

describe('locking', () => {
  it('happens after half an hour without use, and each use restarts the period', async () => {
    const { secrets, condition, vault } = await folder.underPassphrase();
    folder.clock.move(minutes(29));
    await secrets.get('name');
    folder.clock.move(minutes(29));
    await Promise.resolve();
    expect(condition()).toBe('ready passphrase');
    folder.clock.move(minutes(2));
    await expect.poll(condition).toBe('locked passphrase');
    expect(vault.state().reason).toContain('30 min');
  });

  it('is not put off by work without a person', async () => {
    const { secrets, condition, vault } = await folder.underPassphrase();
    await vault.withoutUse(async () => {
      folder.clock.move(minutes(29));
      await secrets.get('name');
      folder.clock.move(minutes(2));
      await expect.poll(condition).toBe('locked passphrase');
      expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    });
  });

  it('is put off by a person while other work runs', async () => {
    const { secrets, condition, vault } = await folder.underPassphrase();
    await vault.withoutUse(async () => {
      folder.clock.move(minutes(29));
      vault.noteUse();
      folder.clock.move(minutes(29));
      await secrets.get('name');
    });
    expect(condition()).toBe('ready passphrase');
  });

  it('waits while a person works in a window, and happens at once after a sleep', async () => {
    const { condition, vault } = await folder.underPassphrase();
    folder.clock.move(minutes(29));
    vault.noteUse();
    folder.clock.move(minutes(29));
    await new Promise((resolve) => setImmediate(resolve));
    expect(condition()).toBe('ready passphrase');
    const asleep = folder.clock.now().getTime() + minutes(31);
    folder.clock.now = () => new Date(asleep);
    vault.noteUse();
    expect(condition()).toBe('locked passphrase');
  });

  it('happens at the first use after a sleep during which no timer ran', async () => {
    const { secrets, condition } = await folder.underPassphrase();
    const asleep = folder.clock.now().getTime() + minutes(31);
    folder.clock.now = () => new Date(asleep);
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    expect(condition()).toBe('locked passphrase');
  });

  it('never happens automatically when it is disabled, also after a restart', async () => {
    const { vault, condition } = await folder.underPassphrase();
    await vault.setAutoLock(null);
    folder.clock.move(minutes(600));
    const again = folder.open();
    await again.vault.unlock(passphrase);
    folder.clock.move(minutes(600));
    await new Promise((resolve) => setImmediate(resolve));
    expect([condition(), again.condition()]).toEqual(['ready passphrase', 'ready passphrase']);
    expect(again.vault.state().autoLockMinutes).toBeNull();
    await again.vault.setAutoLock(1);
    folder.clock.move(minutes(2));
    await expect.poll(again.condition).toBe('locked passphrase');
  });

  it('happens when the computer goes to sleep, and access works again after unlock', async () => {
    const { vault, secrets, suspend, condition } = await folder.underPassphrase();
    await secrets.set('name', 'secret');
    suspend();
    expect(condition()).toBe('locked passphrase');
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    await vault.unlock(passphrase);
    expect(await secrets.get('name')).toBe('secret');
  });

  it('wins over an unlock in progress', async () => {
    const { vault, suspend, condition } = await folder.underPassphrase();
    vault.lock();
    const unlocking = problemOf(vault.unlock(passphrase));
    await new Promise((resolve) => setImmediate(resolve));
    suspend();
    expect((await unlocking).code).toBe('vault-locked');
    expect(condition()).toBe('locked passphrase');
  });

  it('does not apply to the system’s keychain', async () => {
    const { vault, suspend, condition } = await folder.settled();
    expect(() => {
      vault.lock();
    }).toThrow('not stored in a passphrase vault');
    suspend();
    expect(condition()).toBe('ready keychain');
  });
});
