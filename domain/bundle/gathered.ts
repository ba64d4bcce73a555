/**
 * Code units in one part of a text, about. Texts of more than 128 KiB the engine puts where garbage is cleared
 * away seldom: parts of that length would all be there at once, wherever they are handed through.
 */
const partLength = 48 * 1024;

/**
 * Puts many texts together into a few parts, in UTF-8: as strings they would take twice as much memory. No
 * part ends within one of the texts, so one that is longer than a part makes a part that is longer.
 */
export function gathered(texts: Iterable<string>): Uint8Array[] {
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
