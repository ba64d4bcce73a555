import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../http/testing/problem-of.ts';
import { createVaultCrypto, usualCost } from './vault-crypto.ts';
import { open } from './sealed-box.ts';
import { readStoredVault } from './vault-file.ts';

const cheap = createVaultCrypto({ N: 2, r: 1, p: 1 });

describe('a key under a passphrase', () => {
  it('opens its sealed content, for the same name only', async () => {
    const key = cheap.newKey();
    const sealed = key.seal('tök"en\n€', 'connection/1/auth-token');
    const opened = await cheap.openLock(await key.lockWith('passphrase'), 'passphrase');
    expect(opened?.open(sealed, 'connection/1/auth-token')).toBe('tök"en\n€');
    expect(() => opened?.open(sealed, 'connection/2/auth-token')).toThrow('cannot be read');
    expect(await cheap.openLock(await key.lockWith('passphrase'), 'Passphrase')).toBeNull();
  });

  it('has a new salt each time', async () => {
    const key = cheap.newKey();
    const [one, two] = [await key.lockWith('same'), await key.lockWith('same')];
    expect(one.salt).not.toBe(two.salt);
    expect(Buffer.from(one.salt, 'base64')).toHaveLength(16);
  });

  it('cannot be used once it is wiped, neither to seal with zeros nor to wrap them', async () => {
    const key = cheap.newKey();
    const sealed = key.seal('secret', 'name');
    const locking = problemOf(key.lockWith('passphrase'));
    key.wipe();
    expect((await locking).code).toBe('vault-locked');
    expect(() => key.seal('secret', 'name')).toThrow('locked');
    expect(() => key.open(sealed, 'name')).toThrow('locked');
  });

  it('has the intended scrypt cost, matches another scrypt, and opens version 1', async () => {
    expect(usualCost).toEqual({ N: 131_072, r: 8, p: 1 });
    const file = readFileSync(join(import.meta.dirname, 'testing/vault-1.json'), 'utf8');
    const stored = readStoredVault(file);
    if (stored.kind !== 'sound' || stored.content.sealed === null) throw new Error('damaged');
    const { lock, secrets } = stored.content.sealed;
    const passphrase = 'vier Wörter ohne Sinn';
    const wrapping = scryptSync(passphrase, Buffer.from(lock.salt, 'base64'), 32, {
      ...lock.cost,
      maxmem: 2 ** 28,
    });
    const raw = open(wrapping, Buffer.from(lock.wrapped, 'base64'), 'the key for secrets');
    const [{ name, sealed } = { name: '', sealed: '' }] = secrets;
    expect(open(raw, Buffer.from(sealed, 'base64'), name).toString()).toBe('geheim');

    const crypto = createVaultCrypto();
    const key = await crypto.openLock(lock, passphrase);
    expect(key?.open(sealed, name)).toBe('geheim');
    expect((await key?.lockWith('another one'))?.cost).toEqual(usualCost);
  });
});

describe('a data key', () => {
  const bytes = Buffer.from([0, 1, 255, 128]);

  it('seals bytes for a place, and is 32 random bytes', () => {
    const [one, two] = [cheap.newDataKey(), cheap.newDataKey()];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64')).toHaveLength(32);
    const sealer = cheap.dataSealer(one);
    const sealed = sealer.seal(bytes, 'draft 1');
    expect(Buffer.from(cheap.dataSealer(one).open(sealed, 'draft 1'))).toEqual(bytes);
    expect(() => cheap.dataSealer(two).open(sealed, 'draft 1')).toThrow('cannot be read');
    expect(() => sealer.open(sealed, 'draft 2')).toThrow('cannot be read');
    sealer.wipe();
    expect(() => sealer.seal(bytes, 'draft 1')).toThrow('locked');
  });

  it('that is invalid is refused at once', () => {
    expect(() => cheap.dataSealer('c2hvcnQ=')).toThrow('is not one');
  });
});
