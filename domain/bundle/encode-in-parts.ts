/** UTF-16 code units per part. V8 seldom frees strings above 128 KiB, so larger parts would pile up. */
const partLength = 48 * 1024;

/** Encodes texts as UTF-8 in few parts (strings take twice the memory). No part ends within a text. */
export function encodeInParts(texts: Iterable<string>): Uint8Array[] {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let open: string[] = [];
  let length = 0;
  for (const text of texts) {
    open.push(text);
    length += text.length;
    if (length < partLength) continue;
    parts.push(encoder.encode(open.join('')));
    open = [];
    length = 0;
  }
  if (length > 0) parts.push(encoder.encode(open.join('')));
  return parts;
}
