import { accessSync, chmodSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { plainError, ProblemError } from '#domain/problem.ts';
import { CommandEndpoint } from '../local-socket/command-endpoint.ts';
import { hasErrorCode } from '../error-code.ts';
import { folderProblem, isNoRoom } from './folder-problem.ts';
import { makeFolder } from './usual-data-folder.ts';
import { refuseOtherUsers } from './other-users.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

/** Milliseconds in which the first host announces itself. */
const announcementWait = 3_000;

/** Milliseconds between two checks whether the lock file was deleted. */
const checkInterval = 60_000;

/** What the writers of the data folder need from its lock. */
export interface FolderLock {
  /** Takes the lock again if its file was deleted. @throws ProblemError when another host has it */
  readonly requireHeld: () => void;
  /** Calls the listener once, within a minute after another host took the folder. */
  readonly onLost: (listener: () => void) => void;
}

/** The lock of the data folder, for the host that has it. */
export interface InstanceLock extends FolderLock {
  /** About a first host whose lock file was deleted; `null` if there is no sign of one. */
  readonly notice: string | null;
  /** Ignores a full disk: later instances then do not learn which one this is. */
  announce(holder: Holder): void;
  release(): void;
}

/**
 * Locks the data folder for this host.
 * @throws AlreadyRunning, or ProblemError('storage-failed') when the folder is not writable
 */
export async function lockInstance(
  folder: string,
  interval = checkInterval,
): Promise<InstanceLock> {
  makeFolder(folder);
  refuseOtherUsers(folder);
  const path = join(folder, 'instance.lock');
  const announcement = join(folder, 'instance.json');
  const isDeleted = existsSync(announcement) && !existsSync(path);
  const notice = isDeleted ? deletedLockNotice(holderIn(announcement)) : null;
  let claim = claimFolder(folder, path, announcement);
  if (claim === null) throw new AlreadyRunning(folder, await readAnnouncement(announcement));
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
  const claimAgain = (): boolean => {
    makeFolder(folder);
    const newClaim = claimFolder(folder, path, announcement);
    if (newClaim === null) return false;
    claim?.release();
    claim = newClaim;
    identity = identityOf(path);
    announce();
    return true;
  };
  const isHeld = (): boolean => {
    if (isLost) return false;
    const current = identityOf(path);
    if (current === identity || (current === null && claimAgain())) return true;
    isLost = true;
    for (const listener of listeners) listener();
    return false;
  };
  const timer = setInterval(() => {
    try {
      isHeld();
    } catch (error) {
      // The next write reports it.
      if (!(error instanceof ProblemError) && !hasErrorCode(error)) throw error;
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
        const current = identityOf(path);
        // Otherwise it is the announcement of the other host.
        if (current === identity || current === null) rmSync(announcement, { force: true });
      } catch (error) {
        // In a read-only folder, the next instance removes the notice or cannot start.
        if (!hasErrorCode(error)) throw error;
      } finally {
        released.release();
      }
    },
  };
}

/** Device and inode; `null` for a missing file. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}/${stats.ino}`;
}

/** Takes the lock, and removes the announcement of a killed instance; `null` when another host has it. */
function claimFolder(folder: string, path: string, announcement: string): Claim | null {
  let claim: Claim | null = null;
  try {
    // SQLite silently opens a lock file in a read-only folder.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    claim = claimFile(path);
    if (claim !== null) rmSync(announcement, { force: true });
    return claim;
  } catch (error) {
    claim?.release();
    throw folderProblem(error, folder);
  }
}

async function readAnnouncement(file: string): Promise<Holder | null> {
  for (let waited = 0; waited <= announcementWait; waited += 50) {
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

/** SQLITE_BUSY. Source: https://sqlite.org/rescode.html#busy */
const busy = 5;

interface Claim {
  /** May be called more than once. */
  release(): void;
}

/** SQLite's exclusive lock: the system releases it however the process ends. `null` when already held. */
export function claimFile(file: string): Claim | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    // In memory, so that no journal file is left.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Absent when Hookdesk serves no commands, or is older. */
const endpoint = CommandEndpoint.exactOptional();

/** The host that has the lock, as it announces itself to later ones. */
export const Holder = z.discriminatedUnion('host', [
  z.object({ host: z.literal('desktop'), endpoint }),
  z.object({ host: z.literal('web'), address: z.url(), endpoint }),
  /** `command`: its words without values, such as `installations list`. */
  z.object({ host: z.literal('command-line'), command: z.string(), process: z.int() }),
]);
export type Holder = z.infer<typeof Holder>;

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  readonly dataFolder: string;
  readonly holder: Holder | null;
  constructor(dataFolder: string, holder: Holder | null) {
    super('Another instance uses the data folder.');
    this.dataFolder = dataFolder;
    this.holder = holder;
  }
}

export const alreadyRunningExitCode = 3;

export function explainAlreadyRunning({ dataFolder, holder }: AlreadyRunning): string {
  const wayOut = holder?.host === 'command-line' ? 'Wait for its end' : 'Use that window, close it';
  return `Hookdesk already runs${whereOf(holder)}, with the data in ${dataFolder}. ${wayOut}, or select another folder with --data.`;
}

/** For the first host, after its lock file was deleted and another host took its place. */
const folderLost = (dataFolder: string): ProblemError =>
  plainError(
    'storage-failed',
    'Another Hookdesk uses the data folder now, because the lock file was deleted. This one no longer saves.',
    'Copy your unsaved edits from this window, close this Hookdesk, and continue in the other one.',
    { Folder: dataFolder },
  );

/** For the second host. */
const deletedLockNotice = (holder: Holder | null): string =>
  `The lock file of the data folder was deleted, so another Hookdesk may still run${whereOf(holder)}. Close it: it no longer saves. Then check that your last edits are here.`;

/** Such as ` as a desktop application`; empty when it is not known. */
export function whereOf(holder: Holder | null): string {
  switch (holder?.host) {
    case 'desktop':
      return ' as a desktop application';
    case 'web':
      return ` at ${holder.address}`;
    case 'command-line':
      return ` as the command “hookdesk ${holder.command}” (process ${holder.process})`;
    case undefined:
      return '';
  }
}
