import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { OfferedPaths } from '#adapters/offered-files/offered-files.ts';

/**
 * The files that a start is to open, absolute: `--open FILE`, or the file alone, as a double click and
 * *Open with* give it.
 *
 * @param workingFolder of the start that was given the arguments
 * @param isPackaged otherwise Electron's first argument is the folder of the app
 */
export function namedFiles(
  argv: readonly string[],
  workingFolder: string,
  isPackaged: boolean,
): string[] {
  // Not strict: Chromium's own switches are among the arguments.
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' }, open: { type: 'string', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  const named = (Array.isArray(values.open) ? values.open : []).filter(
    (each) => typeof each === 'string',
  );
  const alone = isPackaged ? positionals : positionals.slice(1);
  return [...named, ...alone]
    .filter((each) => each !== '')
    .map((each) => resolve(workingFolder, pathOf(each)));
}

/** Desktops on Linux give a file as its address. One that leads to no file is taken by the letter. */
function pathOf(given: string): string {
  if (!/^file:/i.test(given)) return given;
  try {
    return fileURLToPath(given);
  } catch (error) {
    if (error instanceof TypeError) return given;
    throw error;
  }
}

const HandedOver = z.object({ files: z.array(z.string().refine(isAbsolute)).max(1_000) });

/** What is needed of Electron's `app`. */
export interface Opening {
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: string[], workingFolder: string, data: unknown) => void,
  ): unknown;
  on(
    event: 'open-file',
    listener: (event: { preventDefault(): void }, path: string) => void,
  ): unknown;
}

/** Offers what a second start was to open, and what the Finder hands over. */
export function followOpened(app: Opening, offered: OfferedPaths): void {
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    // Another version may hand over something else.
    const given = HandedOver.safeParse(data);
    if (given.success) offered.offer(given.data.files);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    offered.offer([path]);
  });
}
