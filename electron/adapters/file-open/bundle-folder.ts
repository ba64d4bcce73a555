import { constants, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  folderFilesOf,
  headFile,
  isOwnFile,
  webhooksFolder,
} from '#domain/bundle/folder/folder-files.ts';
import {
  type FolderPart,
  folderTooLarge,
  folderTooMany,
} from '#domain/bundle/folder/folder-parts.ts';
import { Bundle } from '#domain/bundle/format.ts';
import { maxFileBytes, maxFolderFiles } from '#domain/bundle/bundle-limits.ts';
import { inParts } from '#domain/in-parts.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';
import { readAtMost } from './read-at-most.ts';
import { replaceFile } from './write-result-file.ts';

/** `content` joins the files in the order of `parts`. */
interface ReadFolder {
  readonly content: Uint8Array;
  readonly parts: readonly FolderPart[];
}

/**
 * Reads the files of a folder in Hookdesk's format, and no others. Follows no link inside of it,
 * which could lead a file of the computer into a webhook.
 * @throws ProblemError('file-refused')
 */
export async function readBundleFolder(folder: string): Promise<ReadFolder> {
  try {
    const paths = (await ownPaths(folder)).sort();
    if (paths.length > maxFolderFiles) throw pathRefused(folder, folderTooMany);
    const sized = await inTurns(paths, async (path) => ({
      path,
      size: await sizeOf(folder, path),
    }));
    const total = sized.reduce((sum, { size }) => sum + size, 0);
    if (total > maxFileBytes) throw pathRefused(folder, folderTooLarge);
    const read = await inTurns(sized, async ({ path, size }) => {
      const content = await readPart(folder, path, size, size + maxFileBytes - total);
      return { path, content };
    });
    return {
      content: Buffer.concat(read.map(({ content }) => content)),
      parts: read.map(({ path, content }) => ({ path, bytes: content.length })),
    };
  } catch (error) {
    throw asPathRefused(error, folder);
  }
}

/**
 * Writes a bundle as a folder, and deletes files of webhooks that it lacks. Other files stay.
 * @throws ProblemError('file-refused') for a folder of something else
 */
export async function writeBundleFolder(path: string, bundle: string): Promise<void> {
  try {
    mkdirSync(path, { recursive: true });
    const before = await ownPaths(path);
    const isOther = !before.includes(headFile) && readdirSync(path).length > 0;
    if (isOther) throw pathRefused(path, `It is not empty, and has no ${headFile}.`);
    mkdirSync(join(path, webhooksFolder), { recursive: true });
    const files = folderFilesOf(Bundle.parse(JSON.parse(bundle)));
    for (const file of files) replaceFile(join(path, file.path), file.text);
    const written = new Set(files.map((file) => file.path));
    for (const old of before) if (!written.has(old)) rmSync(join(path, old));
  } catch (error) {
    throw asPathRefused(error, path);
  }
}

/** The files that Hookdesk wrote, or would read. @throws ProblemError('file-refused') for a link */
async function ownPaths(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const hasWebhooks = names.includes(webhooksFolder);
  if (hasWebhooks && !(await lstat(join(folder, webhooksFolder))).isDirectory()) {
    throw pathRefused(folder, `${webhooksFolder} is a link or a file, and not a folder.`);
  }
  const inner = hasWebhooks ? await readdir(join(folder, webhooksFolder)) : [];
  return [...names, ...inner.map((name) => `${webhooksFolder}/${name}`)].filter(isOwnFile);
}

/** Windows has neither flag: `lstat` finds its links. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function sizeOf(folder: string, path: string): Promise<number> {
  const found = await lstat(join(folder, path));
  if (!found.isFile()) throw noFile(folder, path);
  return found.size;
}

/** @param size as found before. @param atMost bytes, for a file that grew */
async function readPart(
  folder: string,
  path: string,
  size: number,
  atMost: number,
): Promise<Uint8Array> {
  const file = await open(join(folder, path), flags);
  try {
    const content = await readAtMost(file, size, atMost);
    if (content === null) throw pathRefused(folder, folderTooLarge);
    return content;
  } finally {
    await file.close();
  }
}

/** Files at the same time: most of the time of a small one is waiting. */
const atOnce = 32;

async function inTurns<Given, Result>(
  all: readonly Given[],
  work: (each: Given) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const some of inParts(all, atOnce)) results.push(...(await Promise.all(some.map(work))));
  return results;
}

const noFile = (folder: string, path: string): ProblemError =>
  pathRefused(folder, `${path} is a link, a folder or a device, and not a file.`);

export const pathRefused = (path: string, why: string): ProblemError =>
  plainError(
    'file-refused',
    `${path} cannot be used. ${why}`,
    'Correct it, or select another one.',
  );

/** An error of the system as one that names the path. */
export function asPathRefused(error: unknown, path: string): unknown {
  const code = errorCode(error);
  return code === 'none' ? error : pathRefused(path, `The system reports ${code}.`);
}
