import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFile } from '#adapters/data-folder/instance-lock.ts';
import { makeFolder } from '#adapters/data-folder/usual-data-folder.ts';

/** Interval between attempts to get the lock, in ms. */
const pause = 100;

/**
 * Runs work under a lock file that excludes other processes and other calls in this one. Waits for
 * the lock. The lock of a killed process needs no cleanup.
 *
 * @param onWait called once when it has to wait
 */
export async function oneAtATime<Result>(
  lock: string,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  makeFolder(dirname(lock));
  let claim = claimFile(lock);
  if (claim === null) onWait();
  while (claim === null) {
    await sleep(pause);
    claim = claimFile(lock);
  }
  try {
    return await work();
  } finally {
    claim.release();
  }
}
