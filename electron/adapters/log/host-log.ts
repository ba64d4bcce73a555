import type { SecretsInUse } from '#core/ports.ts';
import { logPath, openLogFile } from './log-file.ts';

export class HostLog {
  readonly path: string;
  readonly #print: (line: string) => void;
  readonly #append: (line: string) => void;
  #secrets: Pick<SecretsInUse, 'mask'> | null = null;

  constructor(dataFolder: string, print: (line: string) => void) {
    this.path = logPath(dataFolder);
    this.#print = print;
    this.#append = openLogFile(dataFolder);
  }

  maskWith(secrets: Pick<SecretsInUse, 'mask'>): void {
    this.#secrets = secrets;
  }

  readonly write = (line: string): void => {
    const masked = this.#masked(line);
    this.#append(masked);
    this.#print(`hookdesk: ${masked}`);
  };

  readonly record = (line: string): void => {
    this.#append(this.#masked(line));
  };

  #masked(line: string): string {
    return this.#secrets?.mask(line) ?? line;
  }
}
