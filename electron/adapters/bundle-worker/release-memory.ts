/** Frees the memory at once, without waiting for garbage collection. */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  // Small arrays share their buffer with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
