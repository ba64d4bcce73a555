import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderFilesOf, headFile, webhooksFolder } from '#domain/bundle/folder/folder-files.ts';
import { Bundle } from '#domain/bundle/format.ts';
import { asPathRefused, ownPaths, pathRefused } from './read-folder.ts';
import { writeResultFile } from './write-result-file.ts';

/**
 * Writes a bundle as a folder, and deletes files of webhooks that it lacks. Other files stay.
 * @throws ProblemError('file-refused') for a folder of something else
 */
export async function writeFolder(path: string, bundle: string): Promise<void> {
  try {
    mkdirSync(path, { recursive: true });
    const before = await ownPaths(path);
    const isOther = !before.includes(headFile) && readdirSync(path).length > 0;
    if (isOther) throw pathRefused(path, `It is not empty, and has no ${headFile}.`);
    mkdirSync(join(path, webhooksFolder), { recursive: true });
    const files = folderFilesOf(Bundle.parse(JSON.parse(bundle)));
    for (const file of files) writeResultFile(join(path, file.path), file.text);
    const written = new Set(files.map((file) => file.path));
    for (const old of before) if (!written.has(old)) rmSync(join(path, old));
  } catch (error) {
    throw asPathRefused(error, path);
  }
}
