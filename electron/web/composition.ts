import { openConfFile } from '#adapters/settings/conf-file.ts';
import { FileOpenQueue } from '#adapters/file-open/file-open-queue.ts';
import { LinkOpenQueue } from '#adapters/file-open/link-open-queue.ts';
import { noSuspendEvents } from '#adapters/suspend/no-suspend-events.ts';
import { type Composition, compose, type HostParts } from '#compose/compose.ts';
import type { FilesToOpen } from '#core/ports.ts';
import { refuseExternalLink } from './external-links.ts';
import { practiceProgram } from './practice-program.ts';

export interface WebNeeds extends Pick<
  HostParts,
  'dataFolder' | 'version' | 'bundleThread' | 'vault'
> {
  readonly practiceServiceFile: string;
  readonly filesToOpen?: FilesToOpen;
}

const practiceEndMilliseconds = 2_500;

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export function composeWeb({
  practiceServiceFile,
  filesToOpen = new FileOpenQueue(),
  ...parts
}: WebNeeds): Composition {
  return compose({
    ...parts,
    settingsFile: openConfFile,
    practice: {
      spawn: practiceProgram(practiceServiceFile),
      endTimeLimit: practiceEndMilliseconds,
    },
    // A browser does not report sleep.
    suspendEvents: noSuspendEvents,
    openExternal: refuseExternalLink,
    filesToOpen,
    // The system hands links to the desktop application.
    linksToOpen: new LinkOpenQueue(),
    showProgress: () => undefined,
    showLog: null,
    updater: null,
  });
}
