import { byteOrderMark } from '../../text/byte-order-mark.ts';
import { maxFileBytes } from '../bundle-limits.ts';
import { type FileFault, faultAt, faultWithoutPlace } from './file-fault.ts';

export type DecodedFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'encrypted'; readonly armored: boolean }
  | { readonly kind: 'unreadable'; readonly fault: FileFault };

/** Reads UTF-8, and UTF-16 with a byte order mark, as PowerShell writes `curl` output. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  if (bytes.length > maxFileBytes) {
    return unreadable(faultWithoutPlace(`It is larger than ${maxFileBytes / 1024 / 1024} MiB.`));
  }
  if (startsWith(bytes, 'age-encryption.org/')) return { kind: 'encrypted', armored: false };
  if (startsWith(bytes, armorHead)) return { kind: 'encrypted', armored: true };
  const encoding = encodingOf(bytes);
  try {
    return { kind: 'text', text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch (error) {
    // `TextDecoder` throws a `TypeError` for malformed bytes.
    if (!(error instanceof TypeError)) throw error;
    const text = new TextDecoder(encoding).decode(bytes);
    const at = text.indexOf('\ufffd');
    const name = encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
    return unreadable(faultAt(text, Math.max(0, at), `It is not text in ${name}.`));
  }
}

const armorHead = '-----BEGIN AGE ENCRYPTED FILE-----';

/** Whether the text is an encrypted file that a person pasted, perhaps with blanks before it. */
export const isArmored = (text: string): boolean =>
  text.slice(0, 200).trimStart().startsWith(armorHead);

const unreadable = (fault: FileFault): DecodedFile => ({ kind: 'unreadable', fault });

const startsWith = (bytes: Uint8Array, ascii: string): boolean =>
  String.fromCharCode(...bytes.subarray(0, ascii.length)) === ascii;

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Removes a byte order mark and the headers that `curl -i` prints. Keeps line numbers. */
export function jsonPart(text: string): string {
  const withoutMark = text.startsWith(byteOrderMark) ? ` ${text.slice(1)}` : text;
  let start = 0;
  // One head per proxy and redirect.
  for (let heads = 0; heads < 10 && startsHead(withoutMark, start); heads += 1) {
    endOfHead.lastIndex = start;
    const end = endOfHead.exec(withoutMark);
    if (end === null) return withoutMark;
    start = end.index + end[0].length;
  }
  if (start === 0) return withoutMark;
  const lineBreaks = withoutMark.slice(0, start).split('\n').length - 1;
  return '\n'.repeat(lineBreaks) + withoutMark.slice(start);
}

const startsHead = (text: string, at: number): boolean =>
  /^\s*HTTP\/[0-9]/.test(text.slice(at, at + 40));
const endOfHead = /\r?\n\r?\n/g;
