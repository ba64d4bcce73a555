import { setImmediate } from 'node:timers/promises';

/** So much work at a time, in milliseconds; the rest of the process runs in between. */
const stretch = 8;
/** A part that takes well below a stretch: what is worked on between two looks at the clock. */
const partBytes = 16 * 1024;

/** Works through the parts of a body in small pieces, and lets other work of the process run. */
export async function* inPieces(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let since = performance.now();
  for await (const part of parts) {
    for (let start = 0; start < part.length; start += partBytes) {
      yield part.subarray(start, start + partBytes);
      if (performance.now() - since > stretch) {
        await setImmediate();
        since = performance.now();
      }
    }
  }
}
