import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { maxWaiting, type OpenQueues } from '#adapters/file-open/open-queues.ts';
import type { Opened } from './opened-by-start.ts';

export interface LockingApp {
  requestSingleInstanceLock(data: Opened): boolean;
}

/** Whether no other Hookdesk runs on the data folder. Otherwise hands over what this start was to open. */
export function isFirstStart(
  app: LockingApp,
  opened: Opened,
  dataFolder: string,
  log: (line: string) => void,
): boolean {
  const toHandOver = handedOver(opened, process.argv, process.cwd());
  if (app.requestSingleInstanceLock(toHandOver)) return true;
  log(`already running on ${dataFolder}`);
  const notHandedOver = opened.files.length - toHandOver.files.length;
  if (notHandedOver > 0) {
    log(`${notHandedOver} of ${opened.files.length} files were not handed over`);
  }
  return false;
}

/** Bytes. On Linux, Chromium cuts the message to the first start there: folder, arguments and our data. */
const maxMessage = 32 * 1024;
/** Bytes of the message that are neither text of ours nor arguments. */
const framingBytes = 2_048;

/** As much of it as fits into the message to the first start. */
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

/** Opens what second starts and the system pass to this one. */
export function followOpened(app: Opening, { files, links }: OpenQueues): void {
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    // The second start may have another version.
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

interface ShownApp {
  on(
    event: 'second-instance' | 'activate' | 'open-file' | 'open-url',
    listener: () => void,
  ): unknown;
}

interface ShownWindow {
  isMinimized(): boolean;
  restore(): void;
  focus(): void;
}

/** Shows the window again when a second start or the system asks for Hookdesk. @param mainWindow opens it if needed */
export function showOnSecondStart(app: ShownApp, mainWindow: () => ShownWindow): void {
  const show = (): void => {
    const window = mainWindow();
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('open-file', show);
  app.on('open-url', show);
}
