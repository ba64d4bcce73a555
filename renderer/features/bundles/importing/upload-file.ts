import { maxFilePartLength } from '#contract/bundle-import.ts';
import type { ImportApi } from './import-api.ts';
import type { IncomingFile } from './incoming-file.ts';

/** Bytes in a part: base64 needs four characters for three bytes. */
const partBytes = (maxFilePartLength / 4) * 3;

/** Bytes converted per call: `String.fromCharCode` accepts a limited number of arguments. */
const atOnce = 16_384;

/** @throws the core's problem if it refuses the file; `AbortError` after an abort */
export async function uploadFile(
  api: Pick<ImportApi, 'beginFile' | 'addToFile' | 'forgetFile'>,
  { name, content }: IncomingFile,
  signal: AbortSignal,
  onpart: (done: number, total: number) => void,
): Promise<string> {
  const blob = typeof content === 'string' ? new Blob([content]) : content;
  const { fileId } = await api.beginFile({ name, bytes: blob.size }, { signal });
  try {
    for (let at = 0; at < blob.size; at += partBytes) {
      const part = blob.slice(at, at + partBytes);
      const bytes = new Uint8Array(await part.arrayBuffer());
      await api.addToFile({ fileId, part: base64Of(bytes) }, { signal });
      onpart(at + bytes.length, blob.size);
    }
  } catch (error) {
    // Without this the core would retain the parts.
    void api.forgetFile({ fileId }).catch(() => undefined);
    throw error;
  }
  return fileId;
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += atOnce) {
    // Spreading the bytes takes ten times as long.
    binary += String(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + atOnce)));
  }
  return btoa(binary);
}
