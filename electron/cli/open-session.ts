import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#adapters/clock/clock.ts';
import { AlreadyRunning } from '#adapters/data-folder/already-running.ts';
import { type InstanceLock, lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { HostLog } from '#adapters/log/host-log.ts';
import { readManagedSettings } from '#adapters/managed/managed-file.ts';
import { managedPlace } from '#adapters/managed/managed-place.ts';
import { practiceProgram } from '#adapters/practice/practice-program.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { compose } from '#compose/compose.ts';
import { nodePaths, version } from '#compose/node-paths.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { createCore } from '#core/core.ts';
import { withTimeout } from '#core/with-timeout.ts';
import { plainError } from '#domain/problem.ts';
import { routerClient } from '#rpc/router-client.ts';
import { secretFromFile } from './secret-source.ts';

const retryMilliseconds = 100;
const closeMilliseconds = 3_000;

interface SessionOptions {
  readonly dataFolder: string;
  /** Seconds. */
  readonly lockTimeout: number;
  readonly passphraseFile: string | null;
  /** For another Hookdesk, which names it as the holder of the folder. */
  readonly command: string;
  readonly note: (text: string) => void;
}

interface Session {
  readonly client: HookdeskClient;
  readonly close: () => Promise<void>;
}

/** Opens the data folder as the only Hookdesk on it. @throws AlreadyRunning, ProblemError */
export async function openSession(options: SessionOptions): Promise<Session> {
  const lock = await lockWithin(options.dataFolder, options.lockTimeout);
  try {
    return await openLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  { dataFolder, passphraseFile, command, note }: SessionOptions,
  lock: InstanceLock,
): Promise<Session> {
  lock.announce({ host: 'command-line', command, process: process.pid });
  const log = new HostLog(dataFolder, note);
  const release = version();
  const { ports, notices, close } = compose({
    dataFolder,
    version: release,
    lock,
    managed: readManagedSettings(managedPlace()),
    bundleThread: nodePaths.bundleThread,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(nodePaths.practiceServiceFile) },
    openExternal: () =>
      Promise.reject(plainError('refused', 'A command opens no links.', 'Open the link yourself.')),
  });
  log.maskWith(ports.secretsInUse);
  log.append(`Hookdesk ${release}, command line: ${command}`);
  for (const notice of notices) {
    log.append(notice);
    note(notice);
  }
  const core = createCore(ports, { version: release, host: 'command-line', dataFolder, notices });
  const session: Session = {
    client: routerClient(core.router),
    close: async () => {
      await core.prepareClose();
      await core.close();
      await withTimeout(systemClock, close(), closeMilliseconds);
      lock.release();
    },
  };
  try {
    if (passphraseFile !== null) await unlock(session.client, passphraseFile);
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

async function unlock(client: HookdeskClient, file: string): Promise<void> {
  const { kind, status } = await client.vault.state();
  if (kind !== 'passphrase' || status !== 'locked') return;
  await client.vault.unlock({ passphrase: await secretFromFile(file) });
}

async function lockWithin(dataFolder: string, timeout: number): Promise<InstanceLock> {
  const end = performance.now() + timeout * 1_000;
  for (;;) {
    try {
      return await lockInstance(dataFolder);
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || performance.now() >= end) throw error;
      await sleep(retryMilliseconds);
    }
  }
}
