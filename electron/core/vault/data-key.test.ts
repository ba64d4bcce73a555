import { describe, expect, it } from 'vitest';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { passphrase, VaultFolder } from '#test-support/vault-folder-fixture.ts';

const folder = new VaultFolder();

describe('the data key', () => {
  const plain = Buffer.from('a draft');

  it('is created once, and stays the same after a restart and a move', async () => {
    const first = await folder.open().vault.dataSealer({ sealedBefore: false });
    const sealed = first.seal(plain, 'row 1');
    const { vault } = await folder.settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(vault.state()).toMatchObject({ kind: 'passphrase', kept: 0 });
    const again = await vault.dataSealer({ sealedBefore: true });
    expect(Buffer.from(again.open(sealed, 'row 1'))).toEqual(plain);
    expect(() => again.open(sealed, 'row 2')).toThrow('cannot be read');
  });

  it('is wiped on lock, and available again after unlock', async () => {
    const { vault } = await folder.underPassphrase();
    const sealer = await vault.dataSealer({ sealedBefore: false });
    const sealed = sealer.seal(plain, 'row');
    vault.lock();
    expect(() => sealer.seal(plain, 'row')).toThrow('locked');
    expect(() => sealer.open(sealed, 'row')).toThrow('locked');
    expect((await problemOf(vault.dataSealer({ sealedBefore: true }))).code).toBe('vault-locked');
    await vault.unlock(passphrase);
    expect(Buffer.from(sealer.open(sealed, 'row'))).toEqual(plain);
  });

  it('that was left behind is stored beside a newer one when both meet in one vault', async () => {
    await folder.open().vault.dataSealer({ sealedBefore: false });
    folder.library.manner = 'absent';
    const { vault, secrets } = await folder.settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    const newer = await vault.dataSealer({ sealedBefore: false });
    const sealed = newer.seal(plain, 'row');
    const made = await secrets.get('data-key');
    folder.library.manner = 'open';
    const older = [...folder.library.held.values()];
    await vault.choose({ kind: 'keychain' });
    expect(folder.library.names).toEqual(['data-key', 'data-key/1']);
    expect([...folder.library.held.values()].sort()).toEqual([...older, made].sort());
    const again = await (await folder.settled()).vault.dataSealer({ sealedBefore: true });
    expect(Buffer.from(again.open(sealed, 'row'))).toEqual(plain);
  });

  it('is not replaced when it is missing but sealed data exist', async () => {
    const { vault } = await folder.settled();
    expect((await problemOf(vault.dataSealer({ sealedBefore: true }))).code).toBe(
      'data-key-missing',
    );
    expect(folder.library.names).toEqual([]);
  });
});
