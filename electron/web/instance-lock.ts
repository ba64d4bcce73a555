import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** How long a starting first instance is given to say where it is, in milliseconds. */
const patience = 3_000;
/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
const busy = 5;

const Notice = z.object({ address: z.string() });

/** The data folder is in use by another instance; `address` is where, as far as it has said. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  readonly address: string | null;
  constructor(address: string | null) {
    super('Another instance uses the data folder.');
    this.address = address;
  }
}

/** One instance's claim on its data folder. */
export interface InstanceLock {
  /** Tells later instances where this one is. */
  announce(address: string): void;
  release(): void;
}

/**
 * Claims a data folder, which is made if it is missing, for this process alone.
 *
 * The claim is SQLite's exclusive lock on an empty file: the system takes it back however the process
 * ends, so that none can be left behind, and it is the same on Linux, macOS and Windows.
 *
 * @throws AlreadyRunning when another process, or another host in this one, has it.
 */
export async function lockInstance(folder: string): Promise<InstanceLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const notice = join(folder, 'instance.json');
  const claim = claimFile(join(folder, 'instance.lock'));
  if (claim === null) throw new AlreadyRunning(await readNotice(notice));
  // One from an instance that was killed.
  rmSync(notice, { force: true });
  return {
    announce: (address) => {
      writeFileSync(notice, JSON.stringify({ address }), { mode: 0o600 });
    },
    release: () => {
      if (!claim.isOpen) return;
      rmSync(notice, { force: true });
      claim.close();
    },
  };
}

function claimFile(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Without a journal file, nothing but the empty file itself is there.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
}

/** What the first instance says of itself; it may have started a moment ago and not have said it yet. */
async function readNotice(file: string): Promise<string | null> {
  for (let waited = 0; waited <= patience; waited += 50) {
    const address = addressIn(file);
    if (address !== null) return address;
    await sleep(50);
  }
  return null;
}

function addressIn(file: string): string | null {
  try {
    const notice = Notice.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return notice.success ? notice.data.address : null;
  } catch {
    // Not there yet, or half written.
    return null;
  }
}
