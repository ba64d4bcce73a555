import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning, Holder } from './already-running.ts';
import { type Claim, claimFile } from './exclusive-file.ts';
import { folderProblem, isNoRoom } from './folder-problem.ts';
import { makeFolder } from './make-folder.ts';
import { systemCode } from '../system-code.ts';

/** How long a starting first instance is given to say where it is, in milliseconds. */
const patience = 3_000;

/** One instance's claim on its data folder. */
export interface InstanceLock {
  /** Tells later instances which one this is. On a full disk they learn no more than that there is one. */
  announce(holder: Holder): void;
  /** May be called more than once. */
  release(): void;
}

/**
 * Claims a data folder, which is made if it is missing, for this process alone: whichever host it is,
 * and however it ends.
 *
 * @throws AlreadyRunning when another process, or another host in this one, has it; ProblemError
 * `storage-failed` when the folder cannot be made or written.
 */
export async function lockInstance(folder: string): Promise<InstanceLock> {
  makeFolder(folder);
  const notice = join(folder, 'instance.json');
  const claim = claimFolder(folder, notice);
  if (claim === null) throw new AlreadyRunning(folder, await readNotice(notice));
  let released = false;
  return {
    announce: (holder) => {
      try {
        writeFileSync(notice, JSON.stringify(holder), { mode: 0o600 });
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
        // The folder became read-only: the next instance removes the notice, or cannot start either.
        if (systemCode(error) === 'none') throw error;
      } finally {
        claim.release();
      }
    },
  };
}

/** Claims the folder and removes the notice of an instance that was killed. */
function claimFolder(folder: string, notice: string): Claim | null {
  let claim: Claim | null = null;
  try {
    // SQLite would open the lock file of a read-only folder without a word.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    claim = claimFile(join(folder, 'instance.lock'));
    if (claim !== null) rmSync(notice, { force: true });
    return claim;
  } catch (error) {
    claim?.release();
    throw folderProblem(error, folder);
  }
}

/** What the first instance says of itself; it may have started a moment ago and not have said it yet. */
async function readNotice(file: string): Promise<Holder | null> {
  for (let waited = 0; waited <= patience; waited += 50) {
    const holder = holderIn(file);
    if (holder !== null) return holder;
    await sleep(50);
  }
  return null;
}

function holderIn(file: string): Holder | null {
  try {
    return Holder.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    // Not there yet, or half written.
    return null;
  }
}
