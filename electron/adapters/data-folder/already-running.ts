import { z } from 'zod';

export const Holder = z.discriminatedUnion('host', [
  z.object({ host: z.literal('desktop') }),
  z.object({ host: z.literal('web'), address: z.url() }),
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
  return `Hookdesk already runs${whereOf(holder)}, with the data in ${dataFolder}. Use that window, close it, or select another folder with --data.`;
}

function whereOf(holder: Holder | null): string {
  switch (holder?.host) {
    case 'desktop':
      return ' as a desktop application';
    case 'web':
      return ` at ${holder.address}`;
    case undefined:
      return '';
  }
}
