import { chmodSync, existsSync, renameSync, statSync, utimesSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { flush } from '../data-folder/durable-file.ts';
import { firstMessage } from '../thread/first-message.ts';
import { openForReading, removeDatabase } from './database.ts';
import { areRowsWholeInSlices, inspect } from './inspect.ts';
import { isDamage } from './sqlite-problem.ts';
import type { StorePaths } from './store-paths.ts';
import { tables } from './tables.ts';

/** Milliseconds. */
export const usualTimes = {
  /** After opening a large file, while the window starts. */
  firstDelay: 15_000,
  /** Since the last write: a long read keeps SQLite from reusing its log. */
  quietBefore: 5_000,
  /** Between two checks or copies of a large file. */
  interval: 86_400_000,
};
export type MaintenanceTimes = Readonly<typeof usualTimes>;

interface MaintenanceNeeds {
  readonly places: StorePaths;
  readonly newestVersion: number;
  readonly times: MaintenanceTimes;
  readonly wasCheckedAtOpening: boolean;
  readonly onDamage: () => void;
}

/**
 * Backs up a small file once, because it is checked at each opening. Checks a large one daily and backs it up, after a
 * quiet moment. @returns what ends it
 */
export function startMaintenance(needs: MaintenanceNeeds): () => Promise<void> {
  const end = new AbortController();
  const work = needs.wasCheckedAtOpening
    ? backUpOnce(needs, end.signal)
    : checkRepeatedly(needs, end.signal);
  // The next start repeats a check or copy that failed or was cancelled.
  const done = work.catch(() => undefined);
  return () => {
    end.abort();
    return done;
  };
}

async function backUpOnce(
  { places, newestVersion }: MaintenanceNeeds,
  signal: AbortSignal,
): Promise<void> {
  const last = lastBackup(places);
  if (last === null || isWrittenSince(places, last)) {
    await makeBackup(places, newestVersion, signal);
  }
}

async function checkRepeatedly(needs: MaintenanceNeeds, signal: AbortSignal): Promise<void> {
  let pause = needs.times.firstDelay;
  for (;;) {
    await setTimeout(pause, undefined, { signal, ref: false });
    const result = await checkAndBackUp(needs, signal);
    if (result === 'damaged') {
      needs.onDamage();
      return;
    }
    pause = result === 'busy' ? needs.times.quietBefore : needs.times.interval;
  }
}

/** Returns `busy` without a check after a recent write. Rejects with the signal's reason. */
export async function checkAndBackUp(
  { places, newestVersion, times }: Pick<MaintenanceNeeds, 'places' | 'newestVersion' | 'times'>,
  signal: AbortSignal,
): Promise<'busy' | 'damaged' | 'copied' | 'sound'> {
  const { quietBefore } = times;
  const isBusy = quietBefore > 0 && isWrittenSince(places, new Date(Date.now() - quietBefore));
  if (isBusy) return 'busy';
  if (!(await isFileSound(places, signal))) return 'damaged';
  const last = lastBackup(places);
  if (last !== null) {
    const isYoung = Date.now() - last.getTime() < times.interval;
    if (isYoung || !isWrittenSince(places, last)) return 'sound';
  }
  await makeBackup(places, newestVersion, signal);
  return 'copied';
}

async function isFileSound({ file }: StorePaths, signal: AbortSignal): Promise<boolean> {
  if (!(await isStructureSoundOnThread(file, signal))) return false;
  const database = openForReading(file);
  try {
    return await areRowsWholeInSlices(database, tables, signal);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** Milliseconds. File modification times are inexact. */
const clockTolerance = 50;

/** When the last backup was made. Returns `null` also for a copy dated in the future: a wrong clock would block all later copies. */
function lastBackup({ backups: [last] }: StorePaths): Date | null {
  const madeAt = statSync(last, { throwIfNoEntry: false })?.mtime ?? null;
  const isInFuture = madeAt !== null && madeAt.getTime() > Date.now() + clockTolerance;
  return isInFuture ? null : madeAt;
}

function isWrittenSince({ file }: StorePaths, since: Date): boolean {
  return ['', '-wal'].some((suffix) => {
    const stats = statSync(file + suffix, { throwIfNoEntry: false });
    if (stats === undefined || stats.size === 0) return false;
    return stats.mtimeMs + clockTolerance > since.getTime();
  });
}

/** 8 MB. The abort signal is checked after each step. */
const pagesAtOnce = 2_000;

/** Copies the file while it is in use, off the main thread; renames the copy when it is complete. */
async function makeBackup(
  { file, backups: [last, secondToLast], unfinishedBackup: unfinished }: StorePaths,
  newestVersion: number,
  signal: AbortSignal,
): Promise<void> {
  removeDatabase(unfinished);
  const database = openForReading(file);
  const takenAt = new Date();
  try {
    // The read transaction fixes the copy's content: writes during the copy neither enter nor restart it.
    database.exec('BEGIN');
    database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
    await backup(database, unfinished, {
      rate: pagesAtOnce,
      progress: () => {
        signal.throwIfAborted();
      },
    });
  } catch (error) {
    // A partial copy would use up the last room of a full disk.
    removeDatabase(unfinished);
    throw error;
  } finally {
    database.close();
  }
  chmodSync(unfinished, 0o600);
  makeSingleFile(unfinished);
  if (inspect(unfinished, newestVersion, 'quick').kind !== 'sound') {
    removeDatabase(unfinished);
    return;
  }
  // `lastBackup` reads this time: the copy lacks what is written during the copying.
  utimesSync(unfinished, takenAt, takenAt);
  flush(unfinished);
  if (existsSync(last)) renameSync(last, secondToLast);
  renameSync(unfinished, last);
  flush(last);
}

/** A copy without a log is readable in a read-only folder. */
function makeSingleFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

const integrityCheckProgram = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 100 });
  try {
    parentPort.postMessage(database.prepare('PRAGMA integrity_check(1)').get().integrity_check === 'ok');
  } catch (error) {
    const code = error.errcode & 0xff;
    // SQLITE_CORRUPT, SQLITE_NOTADB: anything else says nothing of the file.
    parentPort.postMessage(code !== 11 && code !== 26);
  } finally {
    database.close();
  }
`;

/** Resolves `true` when no thread can run. Rejects with the signal's reason. SQLite itself is not interrupted. */
async function isStructureSoundOnThread(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    // Only `false` reports damage.
    return (await firstMessage(integrityCheckProgram, { workerData: path }, signal)) !== false;
  } catch {
    signal.throwIfAborted();
    return true;
  }
}
