/** Bytes per call of `fromCharCode`, which takes a limited number of arguments. */
const atOnce = 16_384;

export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += atOnce) {
    // Spreading the bytes takes ten times as long.
    binary += String(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + atOnce)));
  }
  return btoa(binary);
}

/** @throws DOMException for a text that is not Base64 */
export function bytesOfBase64(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
