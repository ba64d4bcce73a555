import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
  scrypt,
} from 'node:crypto';
import type { Sealer } from '#core/store-ports.ts';
import type { PassphraseLock, SecretsKey, VaultCrypto } from '#core/vault-ports.ts';
import { plainError, plainProblem, ProblemError } from '#domain/problem.ts';

const saltLength = 16;
const wrappedKey = 'the key for secrets';

export function createVaultCrypto(cost: ScryptCost = usualCost): VaultCrypto {
  return {
    newKey: () => secretsKey(randomBytes(keyLength), cost),
    openLock: async (lock, passphrase) => {
      const wrapping = await passphraseKey(passphrase, bytesOf(lock.salt), lock.cost);
      try {
        return secretsKey(open(wrapping, bytesOf(lock.wrapped), wrappedKey), cost);
      } catch (error) {
        if (error instanceof Unreadable) return null;
        throw error;
      } finally {
        wrapping.fill(0);
      }
    },
    newDataKey: () => {
      const key = randomBytes(keyLength);
      const text = key.toString('base64');
      key.fill(0);
      return text;
    },
    dataSealer,
  };
}

function secretsKey(bytes: Buffer, cost: ScryptCost): SecretsKey {
  const key = new KeyInMemory(bytes);
  return {
    seal: (secret, name) => {
      const plain = Buffer.from(secret);
      const sealed = seal(key.object, plain, name).toString('base64');
      plain.fill(0);
      return sealed;
    },
    open: (sealed, name) => {
      const plain = readable(() => open(key.object, bytesOf(sealed), name), damagedSecret);
      const secret = plain.toString();
      plain.fill(0);
      return secret;
    },
    lockWith: async (passphrase) => {
      const salt = randomBytes(saltLength);
      const wrapping = await passphraseKey(passphrase, salt, cost);
      try {
        const wrapped = seal(wrapping, key.bytes, wrappedKey).toString('base64');
        return { cost, salt: salt.toString('base64'), wrapped };
      } finally {
        wrapping.fill(0);
      }
    },
    wipe: () => {
      key.wipe();
    },
  };
}

function dataSealer(dataKey: string): Sealer & { wipe(): void } {
  const bytes = bytesOf(dataKey);
  if (bytes.length !== keyLength) throw new ProblemError(noDataKey);
  const key = new KeyInMemory(bytes);
  return {
    seal: (plain, associated) => seal(key.object, plain, associated),
    open: (sealed, associated) => readable(() => open(key.object, sealed, associated), damagedData),
    wipe: () => {
      key.wipe();
    },
  };
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

function readable(work: () => Buffer, problem: typeof damagedSecret): Buffer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) throw new ProblemError(problem, { cause: error });
    throw error;
  }
}

const damagedSecret = plainProblem(
  'vault-failed',
  'A secret in the vault cannot be read: it was altered, or sealed with another key.',
  'It was left as it is. Enter the secret again in the settings of its installation.',
);
const damagedData = plainProblem(
  'storage-failed',
  'Something that was kept cannot be read: it was altered, or sealed with another key.',
  'It was left as it is.',
);
const noDataKey = plainProblem(
  'data-key-missing',
  'What the vault holds as the key of drafts and journal is not one.',
  'Nothing was deleted.',
);

class KeyInMemory {
  readonly #bytes: Buffer;
  #wiped = false;
  #object: KeyObject | null = null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Do not store. @throws ProblemError('vault-locked') after `wipe`, so that zeros never serve as a key */
  get bytes(): Buffer {
    if (!this.#wiped) return this.#bytes;
    throw plainError('vault-locked', 'The vault was locked.', 'Unlock it, then try again.');
  }

  /** Takes half the time of `bytes` for repeated ciphers. Node clears its copy on garbage collection. */
  get object(): KeyObject {
    return (this.#object ??= createSecretKey(this.bytes));
  }

  wipe(): void {
    this.#wiped = true;
    this.#object = null;
    this.#bytes.fill(0);
  }
}

export type ScryptCost = PassphraseLock['cost'];

/** 128 MiB and about 0.4 s per guess. Source: RFC 7914 §2, OWASP. */
export const usualCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };

/** NFKC, so that accented letters typed on another system give the same key. */
function passphraseKey(
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

/** The bytes were altered or truncated, or belong to another key or name. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export const keyLength = 32;
const version = 1;
/** 96 random bits allow 2^32 uses of one key. Source: NIST SP 800-38D §8.3. */
const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM: version (1 byte), nonce (12), ciphertext, tag (16). */
export function seal(key: CipherKey, plain: Uint8Array, associated: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  sealing.setAAD(associatedBytes(associated));
  const parts = [Buffer.of(version), nonce, sealing.update(plain), sealing.final()];
  return Buffer.concat([...parts, sealing.getAuthTag()]);
}

/** @throws Unreadable */
export function open(key: CipherKey, sealed: Uint8Array, associated: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < 1 + nonceLength + tagLength || bytes[0] !== version) throw new Unreadable();
  const nonce = bytes.subarray(1, 1 + nonceLength);
  const opening = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  opening.setAAD(associatedBytes(associated));
  opening.setAuthTag(bytes.subarray(-tagLength));
  const plain = opening.update(bytes.subarray(1 + nonceLength, -tagLength));
  try {
    return Buffer.concat([plain, opening.final()]);
  } catch (error) {
    plain.fill(0);
    throw new Unreadable('', { cause: error });
  }
}

/** Includes the version, so that it cannot be changed unnoticed. */
const associatedBytes = (associated: string): Buffer =>
  Buffer.concat([Buffer.of(version), Buffer.from(associated)]);
