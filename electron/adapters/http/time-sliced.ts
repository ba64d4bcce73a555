import { setImmediate } from 'node:timers/promises';

const sliceMilliseconds = 8;
/** Bytes between two checks of the clock; takes far less than `sliceMilliseconds`. */
const partBytes = 16 * 1024;

export async function* inTimeSlices(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  let since = performance.now();
  for await (const part of parts) {
    for (let start = 0; start < part.length; start += partBytes) {
      yield part.subarray(start, start + partBytes);
      if (performance.now() - since > sliceMilliseconds) {
        await setImmediate();
        since = performance.now();
      }
    }
  }
}
