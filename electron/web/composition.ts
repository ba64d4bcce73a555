import { openConfFile } from '#adapters/settings/conf-file.ts';
import { type Composition, compose, type HostParts } from '#compose/compose.ts';
import { refuseExternalLink } from './external-links.ts';
import { practiceProgram } from './practice-program.ts';

export interface WebNeeds extends Pick<
  HostParts,
  'dataFolder' | 'version' | 'bundleThread' | 'vault' | 'toOpen'
> {
  readonly practiceServiceFile: string;
}

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export const composeWeb = ({ practiceServiceFile, ...parts }: WebNeeds): Composition =>
  compose({
    ...parts,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(practiceServiceFile) },
    openExternal: refuseExternalLink,
  });
