import { randomBytes, scrypt } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { armor, Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';
import pLimit from 'p-limit';

const binaryMark = 'age-encryption.org/v1\n';
const armoredMark = '-----BEGIN AGE ENCRYPTED FILE-----';

type Opened =
  | { readonly kind: 'opened'; readonly bytes: Uint8Array }
  | { readonly kind: NotOpened | 'damaged' };

export function isAgeFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('utf8');
  return start.startsWith(binaryMark) || start.trimStart().startsWith(armoredMark);
}

export async function sealWithPassphrase(
  bytes: Uint8Array,
  passphrase: string,
): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase));
  return new TextEncoder().encode(armor.encode(await encrypter.encrypt(bytes)));
}

/** Verifies the whole file before it returns any bytes. */
export async function openWithPassphrase(bytes: Uint8Array, passphrase: string): Promise<Opened> {
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(passphraseIdentity(passphrase));
    return { kind: 'opened', bytes: await decrypter.decrypt(inBytes(bytes)) };
  } catch (error) {
    return { kind: error instanceof NotOpenedError ? error.why : 'damaged' };
  }
}

function inBytes(bytes: Uint8Array): Uint8Array {
  // `trimStart` also removes a byte order mark.
  const text = Buffer.from(bytes.subarray(0, 200)).toString('utf8').trimStart();
  return text.startsWith(armoredMark) ? armor.decode(Buffer.from(bytes).toString('utf8')) : bytes;
}

/** Costs scrypt 1 GiB of memory and seconds. */
const maxWorkFactor = 20;
/** Same as the age tool. */
const ownWorkFactor = 18;

const label = Buffer.from('age-encryption.org/v1/scrypt');
const authTagLength = 16;
const noNonce = Buffer.alloc(12);

type NotOpened = 'wrong-passphrase' | 'for-a-key' | 'too-much-work' | 'malformed';

class NotOpenedError extends Error {
  override readonly name = 'NotOpenedError';
  readonly why: NotOpened;
  constructor(why: NotOpened, options?: { cause?: unknown }) {
    super(why, options);
    this.why = why;
  }
}

/** Unlike the library's, does not block. Source: age-encryption.org/v1, "The scrypt recipient type". */
export function passphraseRecipient(passphrase: string, workFactor = ownWorkFactor): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16);
      const key = await wrappingKey(passphrase, salt, workFactor);
      const body = chacha20poly1305(key, noNonce).encrypt(fileKey);
      return [new Stanza(['scrypt', base64WithoutPadding(salt), String(workFactor)], body)];
    },
  };
}

/** Rejects with `NotOpenedError`. */
function passphraseIdentity(passphrase: string): Identity {
  return {
    unwrapFileKey: async (stanzas) => {
      const [stanza, ...others] = stanzas;
      if (stanza?.args[0] !== 'scrypt') throw new NotOpenedError('for-a-key');
      const [, salt = '', factor = '', ...rest] = stanza.args;
      const isWellFormed =
        others.length === 0 &&
        rest.length === 0 &&
        /^[A-Za-z0-9+/]{22}$/.test(salt) &&
        /^[1-9][0-9]{0,3}$/.test(factor) &&
        stanza.body.length === 16 + authTagLength;
      if (!isWellFormed) throw new NotOpenedError('malformed');
      if (Number(factor) > maxWorkFactor) throw new NotOpenedError('too-much-work');
      const key = await wrappingKey(passphrase, Buffer.from(salt, 'base64'), Number(factor));
      return unwrapKey(key, stanza.body);
    },
  };
}

/** Not Node's cipher: BoringSSL in Electron has none of this name. */
function unwrapKey(key: Buffer, body: Uint8Array): Uint8Array {
  try {
    return chacha20poly1305(key, noNonce).decrypt(body);
  } catch (error) {
    throw new NotOpenedError('wrong-passphrase', { cause: error });
  }
}

/** Node would run four at once, each with its own memory. */
const oneAtATime = pLimit(1);

function wrappingKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const cost = 2 ** workFactor;
  const options = { N: cost, r: 8, p: 1, maxmem: 128 * 8 * cost + 1_048_576 };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  return oneAtATime(() => {
    scrypt(passphrase, Buffer.concat([label, salt]), 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
    return promise;
  });
}

const base64WithoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
