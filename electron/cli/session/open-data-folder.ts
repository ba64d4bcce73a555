import { systemClock } from '#adapters/clock/clock.ts';
import type { InstanceLock } from '#adapters/data-folder/instance-lock.ts';
import { HostLog } from '#adapters/log/host-log.ts';
import { managedPlace, readManagedSettings } from '#adapters/managed/managed-file.ts';
import { practiceProgram } from '#adapters/practice/practice-program.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { compose } from '#compose/compose.ts';
import { nodePaths, version } from '#compose/node-paths.ts';
import { createCore } from '#core/core.ts';
import { withTimeout } from '#core/with-timeout.ts';
import { plainError } from '#domain/problem.ts';
import { routerClient } from '#rpc/router-client.ts';
import type { Session, SessionOptions } from './session.ts';

const closeMilliseconds = 3_000;

const noKeychain = () => Promise.reject(new Error('A command without a data folder needs none.'));

/** Opens a data folder. The caller passes its lock, and the session releases the lock. */
export function openDataFolder(
  { dataFolder, hasKeychain, command, note }: SessionOptions,
  lock: InstanceLock,
): Session {
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
    ...(hasKeychain ? {} : { vault: { load: noKeychain } }),
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
  return {
    client: routerClient(core.router),
    broken: new Promise(() => undefined),
    close: async () => {
      await core.prepareClose();
      await core.close();
      await withTimeout(systemClock, close(), closeMilliseconds);
      lock.release();
    },
  };
}
