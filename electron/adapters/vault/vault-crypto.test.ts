import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../http/testing/problem-of.ts';
import { createVaultCrypto, keyLength, open, seal, Unreadable, usualCost } from './vault-crypto.ts';
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

const key = randomBytes(keyLength);
const aBit = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
  return changed;
};

describe('sealed content', () => {
  it('opens with the same key and association', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string(), (plain, associated) => {
        expect(new Uint8Array(open(key, seal(key, plain, associated), associated))).toEqual(plain);
      }),
    );
  });

  it('does not open with any changed bit, or truncated', () => {
    const sealed = seal(key, Buffer.from('a secret'), 'name');
    for (let at = 0; at < sealed.length * 8; at += 1) {
      expect(() => open(key, aBit(sealed, at), 'name')).toThrow(Unreadable);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(key, sealed.subarray(0, length), 'name')).toThrow(Unreadable);
    }
  });

  it.each([
    ['another key', randomBytes(keyLength), 'name'],
    ['another association', key, 'nam'],
  ])('does not open with %s', (_, otherKey, associated) => {
    expect(() => open(otherKey, seal(key, Buffer.from('x'), 'name'), associated)).toThrow(
      Unreadable,
    );
  });

  it('starts with its version, and is never the same twice', () => {
    const sealed = Array.from({ length: 200 }, () => seal(key, Buffer.from('same'), 'name'));
    expect(new Set(sealed.map((each) => each.subarray(1, 13).toString('hex'))).size).toBe(200);
    for (const each of sealed) {
      expect(each[0]).toBe(1);
      expect(each).toHaveLength(1 + 12 + 4 + 16);
    }
  });

  it('opens from version 1, also from a part of a larger buffer', () => {
    const sealed = Buffer.from(
      '014dbffd66495d1af874d7b9209527fb69d4a2b6ce6f17672c098ed2cefe8442a7bc3f',
      'hex',
    );
    const part = new Uint8Array([9, 9, ...sealed, 9]).subarray(2, -1);
    expect(open(Buffer.alloc(32, 7), part, 'connection/1/password').toString()).toBe('geheim');
  });

  it('opens with another implementation of AES-256-GCM', async () => {
    const sealed = new Uint8Array(seal(key, Buffer.from('geheim'), 'name'));
    const cryptoKey = await crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, [
      'decrypt',
    ]);
    const plain = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: sealed.subarray(1, 13),
        additionalData: Buffer.concat([Buffer.of(1), Buffer.from('name')]),
      },
      cryptoKey,
      sealed.subarray(13),
    );
    expect(Buffer.from(plain).toString()).toBe('geheim');
  });
});
