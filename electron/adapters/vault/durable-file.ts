import { constants } from 'node:fs';
import { copyFile, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes beside the file, flushes, reads back and renames: an interruption leaves the old or the new file. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  await writeThrough(beside, text);
  if ((await readFile(beside, 'utf8')) !== text) {
    throw new Error('The disk gave back something else than was written.');
  }
  await rename(beside, path);
  await flushFolder(dirname(path));
}

export async function replaceByCopy(path: string, to: string): Promise<void> {
  await replaceFile(to, await readFile(path, 'utf8'));
}

/** @throws when `to` exists */
export async function copyAside(path: string, to: string): Promise<void> {
  await copyFile(path, to, constants.COPYFILE_EXCL);
  const copy = await open(to, 'r+');
  try {
    await copy.sync();
  } finally {
    await copy.close();
  }
  await flushFolder(dirname(to));
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // A leftover file may have permissions that are too open.
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is on disk only when its folder is. Windows has no such call, and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
