import { practiceProgram } from '#adapters/practice/practice-program.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { compose, type Composition, type HostParts } from '#compose/compose.ts';
import { nodePaths } from '#compose/node-paths.ts';
import type { OpenExternal } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';

export interface WebNeeds extends Pick<
  HostParts,
  'dataFolder' | 'version' | 'lock' | 'vault' | 'toOpen' | 'managed'
> {
  readonly practiceServiceFile?: string;
  readonly bundleThread?: string;
}

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export const composeWeb = ({
  practiceServiceFile = nodePaths.practiceServiceFile,
  bundleThread = nodePaths.bundleThread,
  ...parts
}: WebNeeds): Composition =>
  compose({
    ...parts,
    bundleThread,
    settingsFile: openConfFile,
    practice: { spawn: practiceProgram(practiceServiceFile) },
    openExternal: refuseExternalLink,
  });

/** The browser opens links itself; this process starts no programs. */
const refuseExternalLink: OpenExternal = () =>
  Promise.reject(
    new ProblemError(
      plainProblem(
        'refused',
        'Hookdesk runs in your browser and opens nothing outside of it.',
        'Open the link in a new tab.',
      ),
    ),
  );
