import { scrypt } from 'node:crypto';
import type { PassphraseLock } from '#core/vault-ports.ts';
import { keyLength } from './sealed-box.ts';

export type ScryptCost = PassphraseLock['cost'];

/** 128 MiB and about 0.4 s per guess. Source: RFC 7914 §2, OWASP. */
export const usualCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };

/** NFKC, so that accented letters typed on another system give the same key. */
export function passphraseKey(
  passphrase: string,
  salt: Buffer,
  cost: ScryptCost,
): Promise<Buffer<ArrayBuffer>> {
  const typed = Buffer.from(passphrase.normalize('NFKC'));
  const options = { ...cost, maxmem: 256 * cost.N * cost.r + 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(typed, salt, keyLength, options, (error, key) => {
      typed.fill(0);
      if (error === null) resolve(Buffer.from(key.buffer, key.byteOffset, key.byteLength));
      else reject(error);
    });
  });
}
