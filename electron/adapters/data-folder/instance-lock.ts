import { accessSync, constants, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning, Holder } from './already-running.ts';
import { type Claim, claimFile } from './exclusive-file.ts';
import { folderProblem, isNoRoom } from './folder-problem.ts';
import { makeFolder } from './make-folder.ts';
import { refuseOtherUsers } from './other-users.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { isSystemError } from '../system-code.ts';

const announcementMilliseconds = 3_000;

export interface InstanceLock {
  /** Ignores a full disk: later instances then do not learn which one this is. */
  announce(holder: Holder): void;
  release(): void;
}

/** @throws AlreadyRunning, or ProblemError('storage-failed') when the folder is not writable */
export async function lockInstance(folder: string): Promise<InstanceLock> {
  makeFolder(folder);
  refuseOtherUsers(folder);
  const notice = join(folder, 'instance.json');
  const claim = claimFolder(folder, notice);
  if (claim === null) throw new AlreadyRunning(folder, await readNotice(notice));
  let released = false;
  return {
    announce: (holder) => {
      try {
        writeOwnFile(notice, JSON.stringify(holder));
      } catch (error) {
        if (!isNoRoom(error)) throw folderProblem(error, folder);
      }
    },
    release: () => {
      if (released) return;
      released = true;
      try {
        rmSync(notice, { force: true });
      } catch (error) {
        // In a read-only folder, the next instance removes the notice or cannot start.
        if (!isSystemError(error)) throw error;
      } finally {
        claim.release();
      }
    },
  };
}

/** Also removes the notice of a killed instance. */
function claimFolder(folder: string, notice: string): Claim | null {
  let claim: Claim | null = null;
  try {
    // SQLite silently opens a lock file in a read-only folder.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    claim = claimFile(join(folder, 'instance.lock'));
    if (claim !== null) rmSync(notice, { force: true });
    return claim;
  } catch (error) {
    claim?.release();
    throw folderProblem(error, folder);
  }
}

async function readNotice(file: string): Promise<Holder | null> {
  for (let waited = 0; waited <= announcementMilliseconds; waited += 50) {
    const holder = holderIn(file);
    if (holder !== null) return holder;
    await sleep(50);
  }
  return null;
}

function holderIn(file: string): Holder | null {
  try {
    return Holder.safeParse(JSON.parse(readOwnFile(file).toString())).data ?? null;
  } catch {
    // Missing or half written.
    return null;
  }
}
