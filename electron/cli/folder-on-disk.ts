import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isUnusual, readOwnFile } from '#adapters/data-folder/own-file.ts';
import { systemCode } from '#adapters/system-code.ts';
import {
  type FolderFile,
  headFile,
  isOwnFile,
  webhooksFolder,
} from '#domain/bundle/folder/layout.ts';
import { folderFilesOf } from '#domain/bundle/folder/folder-files.ts';
import { bundleOfFolder, describeFolderFault } from '#domain/bundle/folder/read-folder.ts';
import { Bundle } from '#domain/bundle/format.ts';
import { maxFileBytes } from '#domain/bundle/limits.ts';
import { plainError } from '#domain/problem.ts';
import { writeResultFile } from './write-result-file.ts';

/** A bundle file, or a folder as a bundle. @throws ProblemError('file-refused') */
export function readBundle(path: string): Uint8Array {
  try {
    if (!statSync(path).isDirectory()) return readFileSync(path);
    const reading = bundleOfFolder(readFolderFiles(path));
    if (reading.kind === 'bundle') return Buffer.concat(reading.bytes);
    throw refused(path, reading.faults.map(describeFolderFault).join('\n'));
  } catch (error) {
    throw asRefused(error, path);
  }
}

/**
 * Writes a bundle as a folder, and deletes files of webhooks that it lacks. Other files stay.
 * @throws ProblemError('file-refused') for a folder of something else
 */
export function writeFolder(path: string, bundle: string): void {
  try {
    mkdirSync(path, { recursive: true });
    refuseLinks(path);
    const before = ownPaths(path);
    const isOther = !before.includes(headFile) && readdirSync(path).length > 0;
    if (isOther) throw refused(path, `It is not empty, and has no ${headFile}.`);
    mkdirSync(join(path, webhooksFolder), { recursive: true });
    const files = folderFilesOf(Bundle.parse(JSON.parse(bundle)));
    for (const file of files) writeResultFile(join(path, file.path), file.text);
    const written = new Set(files.map((file) => file.path));
    for (const old of before) if (!written.has(old)) rmSync(join(path, old));
  } catch (error) {
    throw asRefused(error, path);
  }
}

/** A link could lead a file of the computer into a webhook. */
export function readFolderFiles(folder: string): FolderFile[] {
  refuseLinks(folder);
  let bytes = 0;
  return ownPaths(folder).map((path) => {
    const content = readOwnFile(join(folder, path));
    bytes += content.length;
    if (bytes > maxFileBytes) throw refused(folder, 'It is larger than 64 MiB.');
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      return { path, text: decoder.decode(content) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw refused(folder, `${path}: It is not text in UTF-8.`);
    }
  });
}

function refuseLinks(folder: string): void {
  const inner = lstatSync(join(folder, webhooksFolder), { throwIfNoEntry: false });
  if (inner !== undefined && (isUnusual(inner) || !inner.isDirectory())) {
    throw refused(folder, `${webhooksFolder} is a link, and not a folder.`);
  }
}

const ownPaths = (folder: string): string[] =>
  [...readdirSync(folder), ...namesIn(join(folder, webhooksFolder))].filter(isOwnFile);

const namesIn = (folder: string): string[] =>
  lstatSync(folder, { throwIfNoEntry: false }) === undefined
    ? []
    : readdirSync(folder).map((name) => `${webhooksFolder}/${name}`);

const refused = (path: string, why: string) =>
  plainError(
    'file-refused',
    `${path} cannot be used. ${why}`,
    'Correct it, or select another one.',
  );

function asRefused(error: unknown, path: string): unknown {
  const code = systemCode(error);
  return code === 'none' ? error : refused(path, `The system reports ${code}.`);
}
