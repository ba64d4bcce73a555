import { openConfFile } from '#adapters/settings/conf-file.ts';
import { FileOpenQueue } from '#adapters/file-open/file-open-queue.ts';
import { noSuspendEvents } from '#adapters/suspend/no-suspend-events.ts';
import { type Composition, compose, type HostParts } from '#compose/compose.ts';
import type { FilesToOpen } from '#core/ports.ts';
import { refuseToOpen } from './external-links.ts';
import { practiceProgram } from './practice-program.ts';

export interface WebNeeds extends Pick<
  HostParts,
  'dataFolder' | 'version' | 'bundleThread' | 'vault'
> {
  readonly service: string;
  readonly filesToOpen?: FilesToOpen;
}

/** Milliseconds. */
const practiceTimeLimit = 2_500;

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export function composeWeb({
  service,
  filesToOpen = new FileOpenQueue(),
  ...parts
}: WebNeeds): Composition {
  return compose({
    ...parts,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(service), endTimeLimit: practiceTimeLimit },
    // A browser does not report sleep.
    suspendEvents: noSuspendEvents,
    openExternal: refuseToOpen,
    filesToOpen,
    showProgress: () => undefined,
    showLog: null,
  });
}
