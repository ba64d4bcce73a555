import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { maxWaiting, type OpenQueues } from '#adapters/file-open/open-queues.ts';
import { isLink, maxLinkLength } from '#domain/link/link.ts';

export interface Opened {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly links: readonly string[];
}

/** @param isPackaged otherwise Electron's first argument is the folder of the app */
export function openedByStart(
  argv: readonly string[],
  workingFolder: string,
  isPackaged: boolean,
): Opened {
  // Not strict, because the arguments contain Chromium's switches.
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' }, open: { type: 'string', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  const options = (Array.isArray(values.open) ? values.open : []).filter(
    (each) => typeof each === 'string',
  );
  const alone = isPackaged ? positionals : positionals.slice(1);
  const named = [...options, ...alone].filter((each) => each !== '');
  return {
    files: named
      .filter((each) => !isLink(each))
      .map((each) => resolve(workingFolder, pathOf(each))),
    // A cut link is still too long to be read, and is reported.
    links: named.filter(isLink).map((each) => each.slice(0, maxLinkLength + 1)),
  };
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

/** Bytes. On Linux, Chromium cuts the message to the first start there: folder, arguments and our data. */
const maxMessage = 32 * 1024;
/** Bytes of the message that are neither text of ours nor arguments. */
const framing = 2_048;

export function handedOver(opened: Opened, argv: readonly string[], workingFolder: string): Opened {
  const given = [workingFolder, ...argv].reduce(
    (sum, each) => sum + Buffer.byteLength(each) + 1,
    0,
  );
  let left = maxMessage - framing - given;
  const thatFit = (texts: readonly string[]): string[] => {
    const fitting: string[] = [];
    for (const text of texts.slice(0, maxWaiting)) {
      left -= 2 * text.length + 16;
      if (left < 0) break;
      fitting.push(text);
    }
    return fitting;
  };
  return { links: thatFit(opened.links), files: thatFit(opened.files) };
}

const HandedOver = z.object({
  files: z.array(z.string().refine(isAbsolute)).max(1_000),
  links: z.array(z.string()).max(maxWaiting).default([]),
});

interface Preventable {
  preventDefault(): void;
}

export interface Opening {
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: string[], workingFolder: string, data: unknown) => void,
  ): unknown;
  on(
    event: 'open-file' | 'open-url',
    listener: (event: Preventable, given: string) => void,
  ): unknown;
}

export function followOpened(app: Opening, { files, links }: OpenQueues): void {
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    // The other instance may have another version.
    const given = HandedOver.safeParse(data);
    if (!given.success) return;
    files.offer(given.data.files);
    links.offer(given.data.links);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    files.offer([path]);
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    links.offer([link]);
  });
}
