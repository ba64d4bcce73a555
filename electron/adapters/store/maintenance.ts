import { setTimeout } from 'node:timers/promises';
import { isWrittenSince, keepBackup, lastBackup } from './backups.ts';
import { openForReading } from './database.ts';
import type { StorePaths } from './store-paths.ts';
import { areRowsWholeSlowly } from './row-check.ts';
import { isDamage } from './sqlite-problem.ts';
import { isStructureSound } from './structure-check.ts';
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

export function startMaintenance(needs: MaintenanceNeeds): () => Promise<void> {
  const end = new AbortController();
  const work = needs.isChecked ? copyNow(needs, end.signal) : again(needs, end.signal);
  // The next start repeats a check or copy that failed or was cancelled.
  const done = work.catch(() => undefined);
  return () => {
    end.abort();
    return done;
  };
}

async function copyNow({ places, newest }: MaintenanceNeeds, signal: AbortSignal): Promise<void> {
  const last = lastBackup(places);
  if (last === null || isWrittenSince(places, last)) await keepBackup(places, newest, signal);
}

async function again(needs: MaintenanceNeeds, signal: AbortSignal): Promise<void> {
  let pause = needs.times.rest;
  for (;;) {
    await setTimeout(pause, undefined, { signal, ref: false });
    const found = await lookThrough(needs, signal);
    if (found === 'damaged') {
      needs.onDamage();
      return;
    }
    pause = found === 'busy' ? needs.times.quiet : needs.times.interval;
  }
}

/** Returns `busy` without a check after a recent write. Rejects with the signal's reason. */
export async function lookThrough(
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
  await keepBackup(places, newest, signal);
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
