/**
 * 64 bits as hex, by cyrb53's two 32-bit lanes: a text of 2 kB takes microseconds, while bigints and
 * `crypto.subtle` would slow lists of 10,000. It finds changes by accident, not forgeries.
 */
export function textHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return hex(high) + hex(low);
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0');
