import { armor, Decrypter, Encrypter } from 'age-encryption';
import {
  type NotOpened,
  NotOpenedError,
  passphraseIdentity,
  passphraseRecipient,
} from './scrypt-stanza.ts';

const binaryMark = 'age-encryption.org/v1\n';
const armoredMark = '-----BEGIN AGE ENCRYPTED FILE-----';

/** What came of opening a file; `damaged` is also what was cut off or altered. */
export type Opened =
  | { readonly kind: 'opened'; readonly bytes: Uint8Array }
  | { readonly kind: NotOpened | 'damaged' };

/** Whether it is a file of the age format, in bytes or as text between dashes (armored). */
export function isAgeFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('utf8');
  return start.startsWith(binaryMark) || start.trimStart().startsWith(armoredMark);
}

/** A file of the age format that the passphrase opens, with this program or any other for age. */
export async function sealWithPassphrase(
  bytes: Uint8Array,
  passphrase: string,
): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase));
  return encrypter.encrypt(bytes);
}

/** Opens a file that `isAgeFile`. The whole of it is checked before anything of it is given back. */
export async function openWithPassphrase(bytes: Uint8Array, passphrase: string): Promise<Opened> {
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(passphraseIdentity(passphrase));
    return { kind: 'opened', bytes: await decrypter.decrypt(inBytes(bytes)) };
  } catch (error) {
    // The library throws errors of many kinds for files that are no longer whole.
    return { kind: error instanceof NotOpenedError ? error.why : 'damaged' };
  }
}

function inBytes(bytes: Uint8Array): Uint8Array {
  // Trimming takes a byte order mark away as well.
  const text = Buffer.from(bytes.subarray(0, 200)).toString('utf8').trimStart();
  return text.startsWith(armoredMark) ? armor.decode(Buffer.from(bytes).toString('utf8')) : bytes;
}
