import { armor, Decrypter, Encrypter } from 'age-encryption';
import {
  type NotOpened,
  NotOpenedError,
  passphraseIdentity,
  passphraseRecipient,
} from './scrypt-stanza.ts';

const binaryMark = 'age-encryption.org/v1\n';
const armoredMark = '-----BEGIN AGE ENCRYPTED FILE-----';

export type Opened =
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
