import { openConfFile } from '#adapters/settings/conf-file.ts';
import { type Composition, compose, type HostParts } from '#compose/compose.ts';
import { refuseExternalLink } from './external-links.ts';
import { practiceProgram } from './practice-program.ts';
import { webPaths } from './web-paths.ts';

export interface WebNeeds extends Pick<
  HostParts,
  'dataFolder' | 'version' | 'lock' | 'vault' | 'toOpen' | 'managed'
> {
  readonly practiceServiceFile?: string;
  readonly bundleThread?: string;
}

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export const composeWeb = ({
  practiceServiceFile = webPaths.practiceServiceFile,
  bundleThread = webPaths.bundleThread,
  ...parts
}: WebNeeds): Composition =>
  compose({
    ...parts,
    bundleThread,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(practiceServiceFile) },
    openExternal: refuseExternalLink,
  });
