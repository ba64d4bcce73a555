import { styleText } from 'node:util';
import { errorCode } from '#adapters/error-code.ts';
import { plainError } from '#domain/problem.ts';
import { results, type ResultName, type Results } from './results.ts';
import { pipedTable, type Table, terminalTable } from './table.ts';
import { showsUtf8, terminalText, textForPerson } from './terminal-text.ts';

interface Process {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

const usualWidth = 80;

/** What a command prints: results on standard output, everything else on standard error. */
export class Output {
  readonly json: boolean;
  readonly #process: Process;
  /** Code of the system, when results could not be written. */
  #lostBy: string | null = null;

  constructor(process: Process, json: boolean) {
    this.#process = process;
    this.json = json;
    process.stdout.on('error', (error) => (this.#lostBy ??= errorCode(error)));
  }

  /** The reader of the results ended, such as `head`. It is up to date after `flushed`. */
  get isReaderGone(): boolean {
    return this.#lostBy === 'EPIPE';
  }

  /** JSON with `--json`, else the table. */
  result<Name extends ResultName>(name: Name, value: Results[Name], table: Table): void {
    const { stdout } = this.#process;
    if (this.json) this.text(`${printable(JSON.stringify(results[name].parse(value), null, 2))}\n`);
    else if (!stdout.isTTY) this.#lines(pipedTable(table));
    else if (table.rows.length > 0) {
      const emphasize = (text: string): string => styleText('bold', text, { stream: stdout });
      const width = stdout.columns > 0 ? stdout.columns : usualWidth;
      this.#lines(terminalTable(table, { width, hasUtf8: showsUtf8(this.#process), emphasize }));
    }
  }

  /** One of many results: with `--json` a line of JSON, else the cells. */
  line<Name extends ResultName>(name: Name, value: Results[Name], cells: readonly string[]): void {
    this.#lines(
      this.json
        ? printable(JSON.stringify(results[name].parse(value)))
        : pipedTable(
            { columns: [], rows: [cells] },
            this.#process.stdout.isTTY ? this.#cellForPerson : undefined,
          ),
    );
  }

  /** A table that is no result, on standard error. */
  plan(table: Table): void {
    if (table.rows.length > 0)
      this.#process.stderr.write(`${pipedTable(table, this.#cellForPerson)}\n`);
  }

  /** As it is, such as the content of a file. */
  text(text: string): void {
    this.#process.stdout.write(text);
  }

  /** For the person, on standard error. */
  readonly note = (text: string): void => {
    this.#process.stderr.write(`${textForPerson(text, this.#process)}\n`);
  };

  readonly #cellForPerson = (cell: string): string =>
    terminalText(cell, { hasUtf8: showsUtf8(this.#process) });

  /**
   * Resolves when both streams have written everything. A reader that has read enough is no failure.
   * @throws ProblemError('refused') when results could not be written
   */
  async flushed(): Promise<void> {
    const { stdout, stderr } = this.#process;
    await Promise.all(
      [stdout, stderr].map(
        (stream) =>
          new Promise<void>((resolve) => {
            stream.write('', () => {
              resolve();
            });
          }),
      ),
    );
    if (this.#lostBy === null || this.isReaderGone) return;
    throw plainError(
      'refused',
      `The results could not be written (${this.#lostBy}).`,
      'Free space.',
    );
  }

  #lines(text: string): void {
    if (text !== '') this.text(`${text}\n`);
  }
}

/** JSON leaves these characters as they are, and some terminals obey them. */
const printable = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
