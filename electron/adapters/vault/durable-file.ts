import { constants } from 'node:fs';
import { copyFile, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a text in the place of a file, for its owner alone: written beside it, flushed, read back, and
 * renamed. Whenever the process or the machine stops, the file is the old one or the new one.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  await writeThrough(beside, text);
  if ((await readFile(beside, 'utf8')) !== text) {
    throw new Error('The disk gave back something else than was written.');
  }
  await rename(beside, path);
  await flushFolder(dirname(path));
}

/** Makes `to` a copy of a file, in the same careful way. */
export async function replaceByCopy(path: string, to: string): Promise<void> {
  await replaceFile(to, await readFile(path, 'utf8'));
}

/** Copies a file to a name that is not taken yet; it fails where it is. */
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
    // One that was left over from before may be open to others.
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is on disk only when the folder is. Windows has no such call, and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
