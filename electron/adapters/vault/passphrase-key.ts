import { scrypt } from 'node:crypto';
import type { PassphraseLock } from '#core/vault-ports.ts';
import { keyLength } from './sealed-box.ts';

export type ScryptCost = PassphraseLock['cost'];

/** 128 MiB and about 0.4 s for each guess, also for whoever has the file. Source: RFC 7914 §2, OWASP. */
export const usualCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };

/**
 * The key that a passphrase makes with a salt, on a thread of Node's pool. The same passphrase typed on
 * another system, where letters with accents are put together otherwise, makes the same key.
 */
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
