import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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
