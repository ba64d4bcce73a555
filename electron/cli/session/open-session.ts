import { setTimeout as sleep } from 'node:timers/promises';
import { AlreadyRunning, lockInstance, whereOf } from '#adapters/data-folder/instance-lock.ts';
import { version } from '#compose/node-paths.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { connectCommand } from '#rpc/command-client.ts';
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

/** Milliseconds for a busy Hookdesk to accept a command. */
const answerMilliseconds = 5_000;

/** A running Hookdesk that a command cannot use. Its message is for a person. */
export class NoWayBeside extends AlreadyRunning {
  constructor({ dataFolder, holder }: AlreadyRunning, why: string, advice: string) {
    super(dataFolder, holder);
    this.message = `Hookdesk runs${whereOf(holder)} with the data in ${dataFolder}, ${why} ${advice}`;
  }
}

/**
 * Works through the Hookdesk that has the data folder.
 * @param timeLimit milliseconds
 * @throws AlreadyRunning
 */
async function openBeside(running: AlreadyRunning, timeLimit: number): Promise<Session> {
  const { holder } = running;
  if (holder === null || holder.host === 'command-line') throw running;
  const ours = version();
  const { endpoint } = holder;
  if (endpoint === undefined) {
    throw new NoWayBeside(
      running,
      'and accepts no commands.',
      'Close it, or restart it with the version of this command.',
    );
  }
  if (endpoint.version !== ours) {
    throw new NoWayBeside(
      running,
      `but has version ${endpoint.version}, and this command has version ${ours}.`,
      'Use the command of that version, or close that Hookdesk.',
    );
  }
  const connected = await connectCommand(endpoint, Math.max(answerMilliseconds, timeLimit));
  if (connected === null) {
    throw new NoWayBeside(
      running,
      'but does not answer.',
      'It may be starting, closing, or serving too many commands. Try again, or close it.',
    );
  }
  const { client, ended, close } = connected;
  let isClosed = false;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A command that ends at the same time does not wait for it.
  broken.catch(() => undefined);
  void ended.then(() => {
    if (!isClosed) reject(connectionEnded());
  });
  return {
    client,
    broken,
    close: () => {
      isClosed = true;
      close();
      return Promise.resolve();
    },
  };
}

const connectionEnded = (): ProblemError =>
  plainError(
    'answer-lost',
    'The running Hookdesk ended the connection before the command was done.',
    'What the command sent may have arrived. Look at the history, then run the command again.',
  );
