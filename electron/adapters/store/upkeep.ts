import { setTimeout } from 'node:timers/promises';
import { isWrittenSince, keepBackup, lastBackup } from './backups.ts';
import { openForReading } from './database.ts';
import type { StorePlaces } from './places.ts';
import { areRowsWholeSlowly } from './row-check.ts';
import { isDamage } from './sqlite-problem.ts';
import { isStructureSound } from './structure-check.ts';
import { tables } from './tables.ts';

/** When a file is looked through and copied; in milliseconds. */
export interface UpkeepTimes {
  /** After a long file was opened: a person waits for the window then. */
  readonly rest: number;
  /** Without a write before a look, if any: a long reading keeps the log from being used again. */
  readonly quiet: number;
  /** Between two copies of a long file, and from one look through it to the next. */
  readonly interval: number;
}

export const usualTimes: UpkeepTimes = { rest: 15_000, quiet: 5_000, interval: 86_400_000 };

export interface UpkeepNeeds {
  readonly places: StorePlaces;
  /** The newest version of the file. */
  readonly newest: number;
  readonly times: UpkeepTimes;
  /** Whether the file was looked through when it was opened, as a short one is. */
  readonly isChecked: boolean;
  /** Told where it turns out not to be sound. */
  readonly onDamage: () => void;
}

/** What is done for an open file beside its use. */
export interface Upkeep {
  /** Lets a short copy be finished, and gives up anything longer. */
  stop(): Promise<void>;
}

/**
 * Looks a long file through and copies what is sound, while it is in use and off the main thread or in
 * short turns. A short file was looked through when it was opened, and is copied at once.
 */
export function keepUp(needs: UpkeepNeeds): Upkeep {
  const end = new AbortController();
  const work = needs.isChecked ? copyNow(needs, end.signal) : again(needs, end.signal);
  // A look or a copy that could not be made is made at the next start; `stop` ends them on purpose.
  const done = work.catch(() => undefined);
  return {
    stop: () => {
      end.abort();
      return done;
    },
  };
}

async function copyNow({ places, newest }: UpkeepNeeds, signal: AbortSignal): Promise<void> {
  const last = lastBackup(places);
  if (last === null || isWrittenSince(places, last)) await keepBackup(places, newest, signal);
}

async function again(needs: UpkeepNeeds, signal: AbortSignal): Promise<void> {
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

/**
 * Looks a file through that may be long, and copies it where the last copy is old and not the same.
 * Returns `busy` when something was written a moment ago: nothing is looked at then.
 * Rejects with the signal's reason, and where the file cannot be read now.
 */
export async function lookThrough(
  { places, newest, times }: Pick<UpkeepNeeds, 'places' | 'newest' | 'times'>,
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

async function isSound({ file }: StorePlaces, signal: AbortSignal): Promise<boolean> {
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
