import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '#domain/problem.ts';
import { AlreadyRunning, deletedLockNotice, folderLost, Holder } from './already-running.ts';
import { type Claim, claimFile } from './exclusive-file.ts';
import { folderProblem, isNoRoom } from './folder-problem.ts';
import { makeFolder } from './make-folder.ts';
import { refuseOtherUsers } from './other-users.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';
import { isSystemError } from '../system-code.ts';

const announcementMilliseconds = 3_000;
const checkMilliseconds = 60_000;

/** What the writers of the data folder need from its lock. */
export interface FolderLock {
  /** Takes the lock again if its file was deleted. @throws ProblemError when another host has it */
  readonly requireHeld: () => void;
  /** Calls the listener once, within a minute after another host took the folder. */
  readonly onLost: (listener: () => void) => void;
}

export interface InstanceLock extends FolderLock {
  /** About a first host whose lock file was deleted; `null` if there is no sign of one. */
  readonly notice: string | null;
  /** Ignores a full disk: later instances then do not learn which one this is. */
  announce(holder: Holder): void;
  release(): void;
}

/** @throws AlreadyRunning, or ProblemError('storage-failed') when the folder is not writable */
export async function lockInstance(
  folder: string,
  interval = checkMilliseconds,
): Promise<InstanceLock> {
  makeFolder(folder);
  refuseOtherUsers(folder);
  const path = join(folder, 'instance.lock');
  const announcement = join(folder, 'instance.json');
  const isDeleted = existsSync(announcement) && !existsSync(path);
  const notice = isDeleted ? deletedLockNotice(holderIn(announcement)) : null;
  let claim = claimFolder(folder, path, announcement);
  if (claim === null) throw new AlreadyRunning(folder, await readNotice(announcement));
  let identity = identityOf(path);
  let holder: Holder | null = null;
  let isLost = false;
  const listeners: (() => void)[] = [];

  const announce = (): void => {
    try {
      if (holder !== null) writeOwnFile(announcement, JSON.stringify(holder));
    } catch (error) {
      if (!isNoRoom(error)) throw folderProblem(error, folder);
    }
  };
  const takeAgain = (): boolean => {
    makeFolder(folder);
    const again = claimFolder(folder, path, announcement);
    if (again === null) return false;
    claim?.release();
    claim = again;
    identity = identityOf(path);
    announce();
    return true;
  };
  const isHeld = (): boolean => {
    if (isLost) return false;
    const now = identityOf(path);
    if (now === identity || (now === null && takeAgain())) return true;
    isLost = true;
    for (const listener of listeners) listener();
    return false;
  };
  const timer = setInterval(() => {
    try {
      isHeld();
    } catch (error) {
      // The next write reports it.
      if (!(error instanceof ProblemError) && !isSystemError(error)) throw error;
    }
  }, interval).unref();
  return {
    notice,
    requireHeld: () => {
      if (!isHeld()) throw folderLost(folder);
    },
    onLost: (listener) => {
      listeners.push(listener);
    },
    announce: (next) => {
      holder = next;
      announce();
    },
    release: () => {
      clearInterval(timer);
      const released = claim;
      if (released === null) return;
      claim = null;
      try {
        const now = identityOf(path);
        // Otherwise it is the announcement of the other host.
        if (now === identity || now === null) rmSync(announcement, { force: true });
      } catch (error) {
        // In a read-only folder, the next instance removes the notice or cannot start.
        if (!isSystemError(error)) throw error;
      } finally {
        released.release();
      }
    },
  };
}

/** Device and inode; `null` for a missing file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}

/** Also removes the notice of a killed instance. */
function claimFolder(folder: string, path: string, notice: string): Claim | null {
  let claim: Claim | null = null;
  try {
    // SQLite silently opens a lock file in a read-only folder.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    claim = claimFile(path);
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
