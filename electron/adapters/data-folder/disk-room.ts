import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderProblem, isNoRoom } from './folder-problem.ts';

/** Bytes. SQLite needs half of it to open its file, and a change of the settings less than the rest. */
const needed = 65_536;

/** Returns `null` when there is room. @throws ProblemError('storage-failed') for other write errors */
export function fullDiskNotice(folder: string): string | null {
  const probe = join(folder, 'write-test.tmp');
  try {
    writeFileSync(probe, Buffer.alloc(needed), { mode: 0o600 });
    return null;
  } catch (error) {
    if (!isNoRoom(error)) throw folderProblem(error, folder);
    return 'The disk of the data folder is full. Free some space; until then nothing can be saved.';
  } finally {
    rmSync(probe, { force: true });
  }
}
