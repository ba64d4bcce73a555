import { filePartAtMost } from '#contract/bundle-import.ts';
import type { ImportRoom } from './import-room.ts';
import type { Taken } from './taken.ts';

/** Bytes of a part: three of them are four characters in base64. */
const partBytes = (filePartAtMost / 4) * 3;

/** Bytes that are turned into characters at once: a call takes only so many arguments. */
const atOnce = 16_384;

/**
 * Gives a file to the core in parts, and returns what the core calls it.
 *
 * @param onpart is told how many bytes the core has by now, and of how many
 * @throws a problem as the core refuses it; `AbortError` once the signal says so
 */
export async function handOver(
  room: Pick<ImportRoom, 'beginFile' | 'addToFile' | 'forgetFile'>,
  { name, content }: Taken,
  signal: AbortSignal,
  onpart: (done: number, total: number) => void,
): Promise<string> {
  const blob = typeof content === 'string' ? new Blob([content]) : content;
  const { fileId } = await room.beginFile({ name, bytes: blob.size }, { signal });
  try {
    for (let at = 0; at < blob.size; at += partBytes) {
      const part = blob.slice(at, at + partBytes);
      const bytes = new Uint8Array(await part.arrayBuffer());
      await room.addToFile({ fileId, part: base64Of(bytes) }, { signal });
      onpart(at + bytes.length, blob.size);
    }
  } catch (error) {
    // Nobody will ask for it; the core would keep its parts otherwise.
    void room.forgetFile({ fileId }).catch(() => undefined);
    throw error;
  }
  return fileId;
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += atOnce) {
    binary += String.fromCharCode(...bytes.subarray(at, at + atOnce));
  }
  return btoa(binary);
}
