import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderProblem, isNoRoom } from './folder-problem.ts';
import { writeOwnFile } from './own-file.ts';

/** Bytes. SQLite needs half of it to open its file, and a change of the settings less than the rest. */
const needed = 65_536;

/** Returns `null` when there is room. @throws ProblemError('storage-failed') for other write errors */
export function fullDiskNotice(folder: string): string | null {
  const probe = join(folder, 'write-test.tmp');
  try {
    writeOwnFile(probe, Buffer.alloc(needed));
    return null;
  } catch (error) {
    if (!isNoRoom(error)) throw folderProblem(error, folder);
    return 'The disk of the data folder is full. Free some space; until then nothing can be saved.';
  } finally {
    rmSync(probe, { force: true });
  }
}
