import { z } from 'zod';
import { maxFileBytes, maxFolderFiles } from '../bundle-limits.ts';
import { faultWithoutPlace } from '../reading/file-fault.ts';
import {
  bundleOfFolder,
  type FolderFault,
  type FolderFile,
  type FolderReading,
} from './folder-files.ts';

/** A file in the joined bytes of a folder. `path` has slashes, and is relative to the folder. */
export const FolderPart = z.object({ path: z.string().max(1_000), bytes: z.int().min(0) });
export type FolderPart = z.infer<typeof FolderPart>;

export const folderTooMany = `It has more than ${maxFolderFiles.toLocaleString('en')} files.`;
export const folderTooLarge = `It is larger than ${maxFileBytes / 1024 / 1024} MiB.`;

/** Why a folder is not read, or `null`. For callers that know the sizes before the content. */
export function folderExcess(parts: readonly FolderPart[]): string | null {
  if (parts.length > maxFolderFiles) return folderTooMany;
  return bytesOf(parts) > maxFileBytes ? folderTooLarge : null;
}

export const bytesOf = (parts: readonly FolderPart[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The joined bytes of a folder as texts. @param content of all parts, in their order */
export function folderTexts(
  content: Uint8Array,
  parts: readonly FolderPart[],
): { readonly files: readonly FolderFile[]; readonly faults: readonly FolderFault[] } {
  const files: FolderFile[] = [];
  const faults: FolderFault[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let partStart = 0;
  for (const { path, bytes } of parts) {
    const part = content.subarray(partStart, partStart + bytes);
    partStart += bytes;
    try {
      files.push({ path, text: decoder.decode(part) });
    } catch (error) {
      // `TextDecoder` throws a `TypeError` for malformed bytes.
      if (!(error instanceof TypeError)) throw error;
      faults.push({ path, fault: faultWithoutPlace('It is not text in UTF-8.') });
    }
  }
  return { files, faults };
}

export function bundleOfParts(content: Uint8Array, parts: readonly FolderPart[]): FolderReading {
  const { files, faults } = folderTexts(content, parts);
  return faults.length > 0 ? { kind: 'unreadable', faults } : bundleOfFolder(files);
}
