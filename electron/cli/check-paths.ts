import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asPathRefused } from '#adapters/file-open/bundle-folder.ts';
import { rawReader } from '#adapters/http/codec/read-webhook.ts';
import { checkFile } from '#domain/bundle/check/check-file.ts';
import { checkFolder } from '#domain/bundle/folder/check-folder.ts';
import type { Results } from './output/results.ts';
import { readFolderFiles } from './plans/open-bundle.ts';

/** @param paths of files and folders. @throws ProblemError('file-refused') for one that cannot be read */
export async function checkPaths(paths: readonly string[]): Promise<Results['check']> {
  const found: Results['check'] = [];
  for (const path of paths) found.push(...(await checkPath(path)));
  return found;
}

async function checkPath(path: string): Promise<Results['check']> {
  try {
    if (!statSync(path).isDirectory()) {
      return checkFile(readFileSync(path), rawReader).map((found) => ({ file: path, ...found }));
    }
    const found = checkFolder(await readFolderFiles(path));
    return found.map(({ path: own, ...finding }) => ({ file: join(path, own), ...finding }));
  } catch (error) {
    throw asPathRefused(error, path);
  }
}
