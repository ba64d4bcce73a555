import { dirname, join } from 'node:path';
import log from 'electron-log/node';
import { ProblemError } from '#domain/problem.ts';
import { refuseOtherUsers } from '../data-folder/other-users.ts';
import { refuseUnusual } from '../data-folder/own-file.ts';
import { makeFolder } from '../data-folder/make-folder.ts';

/** Bytes; a larger file becomes `hookdesk.old.log`. */
export const maxLogSize = 1_024 * 1_024;

export const logPath = (dataFolder: string): string => join(dataFolder, 'logs', 'hookdesk.log');

// The library would report its own failures to the console, which may be closed.
const dropReport = (): void => undefined;
log.transports.console.writeFn = dropReport;

/** Each line is on disk on return. Drops lines that cannot be written. */
export function openLogFile(dataFolder: string): (line: string) => void {
  const path = logPath(dataFolder);
  const logger = log.create({ logId: path });
  const { console: terminal, file } = logger.transports;
  terminal.level = false;
  terminal.writeFn = dropReport;
  // The library requires a name despite `resolvePathFn`.
  file.setAppName('Hookdesk');
  file.resolvePathFn = () => path;
  file.maxSize = maxLogSize;
  file.format = '{iso} {text}';
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  let isSafe = false;
  return (line) => {
    isSafe ||= prepare(dataFolder, path);
    if (isSafe) logger.info(line);
  };
}

/** The library follows links, and waits for the reader of a pipe. */
function prepare(dataFolder: string, path: string): boolean {
  const folder = dirname(path);
  try {
    makeFolder(dataFolder);
    refuseOtherUsers(dataFolder);
    refuseUnusual(folder);
    makeFolder(folder);
    refuseUnusual(path);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}
