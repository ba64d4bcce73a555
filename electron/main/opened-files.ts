import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { FileOpenQueue } from '#adapters/file-open/file-open-queue.ts';

/** @param isPackaged otherwise Electron's first argument is the folder of the app */
export function namedFiles(
  argv: readonly string[],
  workingFolder: string,
  isPackaged: boolean,
): string[] {
  // Not strict, because the arguments contain Chromium's switches.
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

/** Linux desktops pass a `file:` URL. An invalid URL counts as a path. */
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

export function followOpened(app: Opening, offered: FileOpenQueue): void {
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    // The other instance may have another version.
    const given = HandedOver.safeParse(data);
    if (given.success) offered.offer(given.data.files);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    offered.offer([path]);
  });
}
