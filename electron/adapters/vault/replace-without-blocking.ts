import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes beside the file, flushes, reads back and renames: an interruption leaves the old or the new file. */
export async function replaceWithoutBlocking(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  // A leftover may be a link, or have permissions that are too open.
  await rm(beside, { force: true });
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if ((await readFile(beside, 'utf8')) !== text) {
    throw new Error('The disk gave back something else than was written.');
  }
  await rename(beside, path);
  await flushFolder(dirname(path));
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
