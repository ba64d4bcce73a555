import { dirname, join } from 'node:path';
import log from 'electron-log/node';
import { ProblemError } from '#domain/problem.ts';
import { makeFolder } from '../data-folder/make-folder.ts';

/** A log file of this size, in bytes, becomes `hookdesk.old.log`, and a new one begins. */
export const logSizeAtMost = 1_024 * 1_024;

/** The path of the log of a data folder. */
export const logPath = (dataFolder: string): string => join(dataFolder, 'logs', 'hookdesk.log');

// The library would report its own failures on the console, which may be closed as well.
const dropReport = (): void => undefined;
log.transports.console.writeFn = dropReport;

/**
 * Returns a function that appends a line, with its time, to the log of a data folder. The line is on
 * disk when the function returns. A line that cannot be written is dropped.
 */
export function openLogFile(dataFolder: string): (line: string) => void {
  const path = logPath(dataFolder);
  const logger = log.create({ logId: path });
  const { console: terminal, file } = logger.transports;
  terminal.level = false;
  terminal.writeFn = dropReport;
  // The library wants a name, although the path is given.
  file.setAppName('Hookdesk');
  file.resolvePathFn = () => path;
  file.maxSize = logSizeAtMost;
  file.format = '{iso} {text}';
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  let hasFolder = false;
  return (line) => {
    hasFolder ||= madeFolder(dirname(path));
    if (hasFolder) logger.info(line);
  };
}

function madeFolder(folder: string): boolean {
  try {
    makeFolder(folder);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}
