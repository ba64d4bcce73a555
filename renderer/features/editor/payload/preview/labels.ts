const bytes = new TextEncoder();

export function sizeInWords(text: string): string {
  const size = bytes.encode(text).length;
  return `${size.toLocaleString()} ${size === 1 ? 'byte' : 'bytes'}`;
}
