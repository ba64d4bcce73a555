import { chmodSync, existsSync, renameSync, statSync, utimesSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { flush } from '../data-folder/durable-file.ts';
import { firstMessage } from '../thread/first-message.ts';
import { openForReading, removeDatabase } from './database.ts';
import { areRowsWholeSlowly, inspect } from './inspect.ts';
import { isDamage } from './sqlite-problem.ts';
import type { StorePaths } from './store-paths.ts';
import { tables } from './tables.ts';

/** Milliseconds. */
export const usualTimes = {
  /** After opening a large file, while the window starts. */
  rest: 15_000,
  /** Since the last write: a long read keeps SQLite from reusing its log. */
  quiet: 5_000,
  /** Between two checks or copies of a large file. */
  interval: 86_400_000,
};
export type MaintenanceTimes = Readonly<typeof usualTimes>;

interface MaintenanceNeeds {
  readonly places: StorePaths;
  readonly newest: number;
  readonly times: MaintenanceTimes;
  readonly isChecked: boolean;
  readonly onDamage: () => void;
}

/** Checks and backs up the file while nothing writes to it. @returns what ends it */
export function startMaintenance(needs: MaintenanceNeeds): () => Promise<void> {
  const end = new AbortController();
  const work = needs.isChecked ? backUpOnce(needs, end.signal) : checkRepeatedly(needs, end.signal);
  // The next start repeats a check or copy that failed or was cancelled.
  const done = work.catch(() => undefined);
  return () => {
    end.abort();
    return done;
  };
}

async function backUpOnce(
  { places, newest }: MaintenanceNeeds,
  signal: AbortSignal,
): Promise<void> {
  const last = lastBackup(places);
  if (last === null || isWrittenSince(places, last)) await makeBackup(places, newest, signal);
}

async function checkRepeatedly(needs: MaintenanceNeeds, signal: AbortSignal): Promise<void> {
  let pause = needs.times.rest;
  for (;;) {
    await setTimeout(pause, undefined, { signal, ref: false });
    const result = await checkAndBackUp(needs, signal);
    if (result === 'damaged') {
      needs.onDamage();
      return;
    }
    pause = result === 'busy' ? needs.times.quiet : needs.times.interval;
  }
}

/** Returns `busy` without a check after a recent write. Rejects with the signal's reason. */
export async function checkAndBackUp(
  { places, newest, times }: Pick<MaintenanceNeeds, 'places' | 'newest' | 'times'>,
  signal: AbortSignal,
): Promise<'busy' | 'damaged' | 'copied' | 'sound'> {
  const { quiet } = times;
  if (quiet > 0 && isWrittenSince(places, new Date(Date.now() - quiet))) return 'busy';
  if (!(await isSound(places, signal))) return 'damaged';
  const last = lastBackup(places);
  if (last !== null) {
    const isYoung = Date.now() - last.getTime() < times.interval;
    if (isYoung || !isWrittenSince(places, last)) return 'sound';
  }
  await makeBackup(places, newest, signal);
  return 'copied';
}

async function isSound({ file }: StorePaths, signal: AbortSignal): Promise<boolean> {
  if (!(await isStructureSound(file, signal))) return false;
  const database = openForReading(file);
  try {
    return await areRowsWholeSlowly(database, tables, signal);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** 8 MB. The abort signal is checked after each step. */
const pagesAtOnce = 2_000;

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

/** Copies the file while it is in use, off the main thread; renames the copy when it is complete. */
async function makeBackup(places: StorePaths, newest: number, signal: AbortSignal): Promise<void> {
  const [last, secondToLast] = places.backups;
  const unfinished = `${last}.new`;
  removeDatabase(unfinished);
  const database = openForReading(places.file);
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
  if (inspect(unfinished, newest, 'quick').kind !== 'sound') {
    removeDatabase(unfinished);
    return;
  }
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

const program = `
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
async function isStructureSound(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await firstMessage(program, { workerData: path }, signal)) !== false;
  } catch {
    signal.throwIfAborted();
    return true;
  }
}
