import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning, lockInstance } from '#adapters/data-folder/instance-lock.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { openBeside } from './open-beside.ts';
import type { Session, SessionOptions } from './session.ts';

const retryMilliseconds = 100;

/**
 * Works through the Hookdesk that runs on the data folder, or opens it as the only one.
 * @throws AlreadyRunning, ProblemError
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const session = await openWithin(options, performance.now() + options.lockTimeout * 1_000);
  try {
    const { client, broken } = session;
    if (!options.hasKeychain) await client.vault.choose({ kind: 'memory' });
    if (options.passphrase !== null) {
      await Promise.race([unlock(client, options.passphrase), broken]);
    }
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

/** @param end as of `performance.now()` */
async function openWithin(options: SessionOptions, end: number): Promise<Session> {
  for (;;) {
    try {
      return await openOnce(options, end - performance.now());
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || performance.now() >= end) throw error;
      await sleep(retryMilliseconds);
    }
  }
}

async function openOnce(options: SessionOptions, timeLimit: number): Promise<Session> {
  let lock;
  try {
    lock = await lockInstance(options.dataFolder);
  } catch (error) {
    if (error instanceof AlreadyRunning) return openBeside(error, timeLimit);
    throw error;
  }
  try {
    // Loaded here, because a command beside a running Hookdesk does not need the core.
    const { openDataFolder } = await import('./open-data-folder.ts');
    return openDataFolder(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function unlock(client: HookdeskClient, passphrase: () => Promise<string>): Promise<void> {
  const { kind, status } = await client.vault.state();
  if (kind !== 'passphrase' || status !== 'locked') return;
  await client.vault.unlock({ passphrase: await passphrase() });
}
