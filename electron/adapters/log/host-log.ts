import type { SecretsInUse } from '#core/ports.ts';
import { logPath, openLogFile } from './log-file.ts';

/** The log of a host: the file in its data folder, and the terminal that it was started from. */
export class HostLog {
  readonly path: string;
  readonly #print: (line: string) => void;
  readonly #append: (line: string) => void;
  #secrets: Pick<SecretsInUse, 'mask'> | null = null;

  /** @param print writes a line to the terminal */
  constructor(dataFolder: string, print: (line: string) => void) {
    this.path = logPath(dataFolder);
    this.#print = print;
    this.#append = openLogFile(dataFolder);
  }

  /** Masks these secrets in all later lines. */
  maskWith(secrets: Pick<SecretsInUse, 'mask'>): void {
    this.#secrets = secrets;
  }

  /** Writes a line to the file and to the terminal. */
  readonly write = (line: string): void => {
    const masked = this.#masked(line);
    this.#append(masked);
    this.#print(`hookdesk: ${masked}`);
  };

  /** Writes a line to the file alone. */
  readonly record = (line: string): void => {
    this.#append(this.#masked(line));
  };

  #masked(line: string): string {
    return this.#secrets?.mask(line) ?? line;
  }
}
