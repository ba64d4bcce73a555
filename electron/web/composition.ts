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
  /** The program of the webhook management service, for practice. */
  readonly service: string;
  /** The files that the program was asked to open; none by default. */
  readonly offeredFiles?: OfferedFiles;
}

/** How long a practice service may take to end, in milliseconds. */
const practicePatience = 2_500;

/**
 * Builds the web host's adapters.
 *
 * @throws ProblemError `storage-failed` where the data folder cannot be used.
 */
export function composeWeb({
  service,
  offeredFiles = new OfferedPaths(),
  ...parts
}: WebNeeds): Composition {
  return compose({
    ...parts,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(service), endPatience: practicePatience },
    // A browser does not report that the computer sleeps.
    suspendEvents: noSuspendEvents,
    openExternal: refuseToOpen,
    offeredFiles,
    // The browser owns its window.
    showProgress: () => undefined,
    showLog: null,
  });
}
