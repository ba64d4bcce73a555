import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyLength, open, seal, Unreadable } from './sealed-box.ts';

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
