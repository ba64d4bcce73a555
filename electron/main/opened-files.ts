import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { maxWaiting, type OpenQueues } from '#adapters/file-open/open-queues.ts';
import { isLink, maxLinkLength } from '#domain/link/link.ts';

/** What a start of Hookdesk, or the system, asks it to open. */
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
    (text) => typeof text === 'string',
  );
  const alone = isPackaged ? positionals : positionals.slice(1);
  const named = [...options, ...alone].filter((text) => text !== '');
  return {
    files: named
      .filter((text) => !isLink(text))
      .map((text) => resolve(workingFolder, pathOf(text))),
    // A cut link is still too long to be read, and is reported.
    links: named.filter(isLink).map((text) => text.slice(0, maxLinkLength + 1)),
  };
}

/** Linux desktops pass a `file:` URL. An invalid URL counts as a path. */
function pathOf(text: string): string {
  if (!/^file:/i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch (error) {
    if (error instanceof TypeError) return text;
    throw error;
  }
}

/** Bytes. On Linux, Chromium cuts the message to the first start there: folder, arguments and our data. */
const maxMessage = 32 * 1024;
/** Bytes of the message that are neither text of ours nor arguments. */
const framingBytes = 2_048;

/** As much of it as fits into the message to the first instance. */
export function handedOver(opened: Opened, argv: readonly string[], workingFolder: string): Opened {
  const argumentBytes = [workingFolder, ...argv].reduce(
    (sum, text) => sum + Buffer.byteLength(text) + 1,
    0,
  );
  let remaining = maxMessage - framingBytes - argumentBytes;
  const fitting = (texts: readonly string[]): string[] => {
    const fitting: string[] = [];
    for (const text of texts.slice(0, maxWaiting)) {
      remaining -= 2 * text.length + 16;
      if (remaining < 0) break;
      fitting.push(text);
    }
    return fitting;
  };
  return { links: fitting(opened.links), files: fitting(opened.files) };
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
    listener: (event: Preventable, pathOrLink: string) => void,
  ): unknown;
}

/** Opens what other starts and the system pass to this instance. */
export function followOpened(app: Opening, { files, links }: OpenQueues): void {
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    // The other instance may have another version.
    const parsed = HandedOver.safeParse(data);
    if (!parsed.success) return;
    files.offer(parsed.data.files);
    links.offer(parsed.data.links);
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
