import { readFile, stat } from 'node:fs/promises';
import { asPathRefused, pathRefused, readFolder } from '#adapters/file-open/read-folder.ts';
import {
  describeFolderFault,
  type FolderFault,
  type FolderFile,
} from '#domain/bundle/folder/folder-files.ts';
import { bundleOfParts, folderTexts } from '#domain/bundle/folder/folder-parts.ts';
import type { ProblemError } from '#domain/problem.ts';

/** A bundle file, or a folder as a bundle. @throws ProblemError('file-refused') */
export async function readBundle(path: string): Promise<Uint8Array> {
  try {
    if (!(await stat(path)).isDirectory()) return await readFile(path);
  } catch (error) {
    throw asPathRefused(error, path);
  }
  const { content, parts } = await readFolder(path);
  const reading = bundleOfParts(content, parts);
  if (reading.kind === 'bundle') return Buffer.concat(reading.bytes);
  throw faulty(path, reading.faults);
}

/** @throws ProblemError('file-refused') */
export async function readFolderFiles(path: string): Promise<readonly FolderFile[]> {
  const { content, parts } = await readFolder(path);
  const { files, faults } = folderTexts(content, parts);
  if (faults.length > 0) throw faulty(path, faults);
  return files;
}

const faulty = (path: string, faults: readonly FolderFault[]): ProblemError =>
  pathRefused(path, faults.map(describeFolderFault).join('\n'));
