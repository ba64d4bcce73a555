/** `Basic` and the Base64 of user name and password (RFC 7617). */
export interface BasicCredentials {
  readonly scheme: string;
  readonly text: string;
  /** Of the decoded bytes: RFC 7617 leaves it open, and both are in use. */
  readonly charset: 'utf-8' | 'latin1';
}

const form = /^(basic[ \t]+)([A-Za-z0-9+/]+={0,2})[ \t]*$/i;

/** `null` for a header value of another form. */
export function readBasicCredentials(value: string): BasicCredentials | null {
  const [, scheme, base64] = form.exec(value) ?? [];
  if (scheme === undefined || base64 === undefined) return null;
  const binary = decoded(base64);
  if (binary === null) return null;
  const bytes = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { scheme, text, charset: 'utf-8' };
  } catch {
    // `TextDecoder` throws a `TypeError` for bytes that are not UTF-8.
    return { scheme, text: binary, charset: 'latin1' };
  }
}

/** A text that Latin-1 lacks characters for is written in UTF-8. */
export function writeBasicCredentials({ scheme, text, charset }: BasicCredentials): string {
  const isLatin1 = charset === 'latin1' && Array.from(text).every((each) => each <= '\u{ff}');
  const bytes = isLatin1
    ? Uint8Array.from(text, (each) => each.charCodeAt(0))
    : new TextEncoder().encode(text);
  return scheme + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function decoded(base64: string): string | null {
  try {
    return atob(base64);
  } catch {
    // `atob` throws for a length that no Base64 has.
    return null;
  }
}
