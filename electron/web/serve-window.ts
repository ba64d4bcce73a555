import { openQueues } from '#adapters/file-open/open-queues.ts';
import type { HostLog } from '#adapters/log/host-log.ts';
import { type ManagedPlace, readManagedSettings } from '#adapters/managed/managed-file.ts';
import { version } from '#compose/node-paths.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { plainError } from '#domain/problem.ts';
import { composeWeb } from './composition.ts';
import { startWebHost, type WebHost, type WebHostOptions } from './host.ts';

export interface WindowOptions extends Pick<
  WebHostOptions,
  'dataFolder' | 'page' | 'port' | 'devOrigin'
> {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly managed: ManagedPlace;
  readonly log: HostLog;
  readonly printNotice: (notice: string) => void;
}

/**
 * Starts a web host with the managed settings, the log and the files of a start. Touches nothing of the process,
 * which may serve several. @throws what `startWebHost` throws
 */
export async function serveWindow({
  files,
  managed: place,
  log,
  printNotice,
  ...options
}: WindowOptions): Promise<WebHost> {
  const { dataFolder } = options;
  const managed = readManagedSettings(place);
  refuseManaged(managed);
  const hookdeskVersion = version();
  const toOpen = openQueues();
  toOpen.files.offer(files);
  return startWebHost({
    ...options,
    version: hookdeskVersion,
    compose: (lock) => {
      const composition = composeWeb({
        dataFolder,
        version: hookdeskVersion,
        lock,
        toOpen,
        managed,
      });
      const { ports, notices } = composition;
      log.maskWith(ports.secretsInUse);
      log.append(`Hookdesk ${hookdeskVersion}, web, on ${ports.machine.runtime}: started`);
      for (const notice of notices) {
        log.append(notice);
        printNotice(notice);
      }
      return composition;
    },
    report: (description) => {
      log.appendAndPrint(`unexpected: ${description}`);
    },
  });
}

/** @throws ProblemError('refused') if an administrator turned the web host off, or may have done so */
function refuseManaged(managed: Managed): void {
  if (managed.kind === 'refused') {
    throw plainError(
      'refused',
      managed.message,
      'Hookdesk in the browser does not start, because this file may turn it off. Ask your administrator to correct it.',
    );
  }
  if (managed.kind === 'set' && managed.settings.webHost === 'off') {
    throw plainError(
      'refused',
      `Your organisation turned off Hookdesk in the browser (${managed.file}).`,
      'Start the desktop application instead, or ask your administrator.',
    );
  }
}
