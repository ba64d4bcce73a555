import { maxFileBytes } from '../bundle-limits.ts';
import { type FileFault, faultAt, wholeFault } from './file-fault.ts';

export type DecodedFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'encrypted'; readonly armored: boolean }
  | { readonly kind: 'unreadable'; readonly fault: FileFault };

/** Reads UTF-8, and UTF-16 with a byte order mark, as PowerShell writes `curl` output. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  if (bytes.length > maxFileBytes) {
    return unreadable(wholeFault(`It is larger than ${maxFileBytes / 1024 / 1024} MiB.`));
  }
  if (startsWith(bytes, 'age-encryption.org/')) return { kind: 'encrypted', armored: false };
  if (startsWith(bytes, '-----BEGIN AGE ENCRYPTED FILE-----')) {
    return { kind: 'encrypted', armored: true };
  }
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

const unreadable = (fault: FileFault): DecodedFile => ({ kind: 'unreadable', fault });

const startsWith = (bytes: Uint8Array, ascii: string): boolean =>
  String.fromCharCode(...bytes.subarray(0, ascii.length)) === ascii;

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
