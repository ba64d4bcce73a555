import { dirname, join } from 'node:path';
import log from 'electron-log/node';
import { ProblemError } from '#domain/problem.ts';
import type { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { makeFolder } from '../data-folder/usual-data-folder.ts';
import { refuseOtherUsers } from '../data-folder/other-users.ts';
import { refuseUnusual } from '../data-folder/own-file.ts';

export class HostLog {
  readonly path: string;
  readonly #print: (line: string) => void;
  readonly #appendToFile: (line: string) => void;
  /** `null` while starting, before any secret is read. */
  #secrets: Pick<SecretsInUse, 'mask'> | null = null;

  constructor(dataFolder: string, print: (line: string) => void) {
    this.path = logPath(dataFolder);
    this.#print = print;
    this.#appendToFile = openLogFile(dataFolder);
  }

  maskWith(secrets: Pick<SecretsInUse, 'mask'>): void {
    this.#secrets = secrets;
  }

  readonly appendAndPrint = (line: string): void => {
    const masked = this.#masked(line);
    this.#appendToFile(masked);
    this.#print(`hookdesk: ${masked}`);
  };

  readonly append = (line: string): void => {
    this.#appendToFile(this.#masked(line));
  };

  #masked(line: string): string {
    return this.#secrets?.mask(line) ?? line;
  }
}

/** Bytes; a larger file becomes `hookdesk.old.log`. */
export const maxLogSize = 1_024 * 1_024;

export const logPath = (dataFolder: string): string => join(dataFolder, 'logs', 'hookdesk.log');

// The library would report its own failures to the console, which may be closed.
const dropReport = (): void => undefined;
log.transports.console.writeFn = dropReport;

/** Each line is on disk on return. Drops lines that cannot be written. */
function openLogFile(dataFolder: string): (line: string) => void {
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
