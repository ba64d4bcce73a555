import { z } from 'zod';
import { plainError, type ProblemError } from '#domain/problem.ts';

export const Holder = z.discriminatedUnion('host', [
  z.object({ host: z.literal('desktop') }),
  z.object({ host: z.literal('web'), address: z.url() }),
  /** `command`: its words without values, such as `installations list`. */
  z.object({ host: z.literal('command-line'), command: z.string(), process: z.int() }),
]);
export type Holder = z.infer<typeof Holder>;

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  readonly dataFolder: string;
  readonly holder: Holder | null;
  constructor(dataFolder: string, holder: Holder | null) {
    super('Another instance uses the data folder.');
    this.dataFolder = dataFolder;
    this.holder = holder;
  }
}

export const alreadyRunningExitCode = 3;

export function explainAlreadyRunning({ dataFolder, holder }: AlreadyRunning): string {
  const wayOut = holder?.host === 'command-line' ? 'Wait for its end' : 'Use that window, close it';
  return `Hookdesk already runs${whereOf(holder)}, with the data in ${dataFolder}. ${wayOut}, or select another folder with --data.`;
}

/** For the first host, after its lock file was deleted and another host took its place. */
export const folderLost = (dataFolder: string): ProblemError =>
  plainError(
    'storage-failed',
    'Another Hookdesk uses the data folder now, because the lock file was deleted. This one no longer saves.',
    'Copy your unsaved edits from this window, close this Hookdesk, and continue in the other one.',
    { Folder: dataFolder },
  );

/** For the second host. */
export const deletedLockNotice = (holder: Holder | null): string =>
  `The lock file of the data folder was deleted, so another Hookdesk may still run${whereOf(holder)}. Close it: it no longer saves. Then check that your last edits are here.`;

function whereOf(holder: Holder | null): string {
  switch (holder?.host) {
    case 'desktop':
      return ' as a desktop application';
    case 'web':
      return ` at ${holder.address}`;
    case 'command-line':
      return ` as the command “hookdesk ${holder.command}” (process ${holder.process})`;
    case undefined:
      return '';
  }
}
