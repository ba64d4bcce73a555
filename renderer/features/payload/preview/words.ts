const bytes = new TextEncoder();

/** How long a body is on the wire, in words. */
export function sizeInWords(text: string): string {
  const size = bytes.encode(text).length;
  return `${size.toLocaleString()} ${size === 1 ? 'byte' : 'bytes'}`;
}
