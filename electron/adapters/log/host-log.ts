import type { SecretsInUse } from '#core/ports.ts';
import { logPath, openLogFile } from './log-file.ts';

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
