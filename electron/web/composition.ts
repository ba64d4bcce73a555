import { openConfFile } from '#adapters/settings/conf-file.ts';
import { OfferedPaths } from '#adapters/offered-files/offered-files.ts';
import { noSuspendEvents } from '#adapters/suspend/no-suspend-events.ts';
import { type Composition, compose, type HostParts } from '#compose/compose.ts';
import type { OfferedFiles } from '#core/ports.ts';
import { refuseToOpen } from './external-links.ts';
import { practiceProgram } from './practice-program.ts';

export interface WebNeeds extends Pick<
  HostParts,
  'dataFolder' | 'version' | 'bundleThread' | 'vault'
> {
  readonly service: string;
  readonly offeredFiles?: OfferedFiles;
}

/** Milliseconds. */
const practicePatience = 2_500;

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export function composeWeb({
  service,
  offeredFiles = new OfferedPaths(),
  ...parts
}: WebNeeds): Composition {
  return compose({
    ...parts,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(service), endPatience: practicePatience },
    // A browser does not report sleep.
    suspendEvents: noSuspendEvents,
    openExternal: refuseToOpen,
    offeredFiles,
    showProgress: () => undefined,
    showLog: null,
  });
}
