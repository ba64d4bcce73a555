import type { FileHandle } from 'node:fs/promises';

/** @param expected size in bytes. Returns `null` when the file grew beyond the limit. */
export async function readAtMost(
  file: FileHandle,
  expected: number,
  atMost: number,
): Promise<Buffer | null> {
  let held = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(held, length, held.length - length, null);
    length += bytesRead;
    if (length > atMost) return null;
    if (bytesRead === 0) return held.subarray(0, length);
    if (length === held.length) {
      const more = Buffer.allocUnsafe(Math.min(length * 2, atMost + 1));
      held.copy(more);
      held = more;
    }
  }
}
