import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning, Holder } from './already-running.ts';
import { claimFile } from './exclusive-file.ts';

/** How long a starting first instance is given to say where it is, in milliseconds. */
const patience = 3_000;

/** One instance's claim on its data folder. */
export interface InstanceLock {
  /** Tells later instances which one this is. */
  announce(holder: Holder): void;
  /** May be called more than once. */
  release(): void;
}

/**
 * Claims a data folder, which is made if it is missing, for this process alone: whichever host it is,
 * and however it ends.
 *
 * @throws AlreadyRunning when another process, or another host in this one, has it.
 */
export async function lockInstance(folder: string): Promise<InstanceLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const notice = join(folder, 'instance.json');
  const claim = claimFile(join(folder, 'instance.lock'));
  if (claim === null) throw new AlreadyRunning(folder, await readNotice(notice));
  // One from an instance that was killed.
  rmSync(notice, { force: true });
  let released = false;
  return {
    announce: (holder) => {
      writeFileSync(notice, JSON.stringify(holder), { mode: 0o600 });
    },
    release: () => {
      if (released) return;
      released = true;
      rmSync(notice, { force: true });
      claim.release();
    },
  };
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
