import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFile } from '#adapters/data-folder/exclusive-file.ts';
import { makeFolder } from '#adapters/data-folder/make-folder.ts';

/** Between two looks at whether the other one has finished, in milliseconds. */
const pause = 100;

/**
 * Does work while nobody else does any with the same lock file, in this process or in another; waits for
 * as long as somebody does. One that dies leaves nothing behind that would have to be cleared away.
 *
 * @param onWait told once when it has to wait
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
