/** Gives the memory of bytes back now, not when the engine comes round to it; they are empty then. */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // Small ones share theirs with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
