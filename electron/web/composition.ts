import { spawn } from 'node:child_process';
import type { SpawnPractice } from '#adapters/practice/practice-child.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { compose, type Composition, type HostParts } from '#compose/compose.ts';
import type { OpenExternal } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
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

/** The service ends with this process, because its stdin is a pipe. */
const practiceProgram =
  (program: string): SpawnPractice =>
  (args, env) =>
    spawn(process.execPath, [program, ...args], {
      env: { ...env },
      stdio: 'pipe',
      windowsHide: true,
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
