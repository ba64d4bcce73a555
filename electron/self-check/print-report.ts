import { writeFileSync } from 'node:fs';
import { systemCode } from '#adapters/system-code.ts';
import type { SelfCheckOptions } from './command-line.ts';
import { hasPassed, reportAsJson, reportAsTable, type SelfCheckReport } from './report.ts';

/** What is needed of Node's `process`. */
interface Terminal {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>;
}

/**
 * Prints the report, and writes it to the file that was named.
 *
 * @returns the exit code: 0 all checks passed, 1 one did not, 2 the file could not be written
 */
export async function printReport(
  report: SelfCheckReport,
  { json, output }: SelfCheckOptions,
  { stdout, stderr }: Terminal,
): Promise<0 | 1 | 2> {
  const text = json ? reportAsJson(report) : reportAsTable(report);
  await written(stdout, text);
  if (output !== null) {
    try {
      writeFileSync(output, text);
    } catch (error) {
      await written(
        stderr,
        `${output} cannot be written (${systemCode(error)}). Name another file with --output.\n`,
      );
      return 2;
    }
  }
  return hasPassed(report) ? 0 : 1;
}

/** Resolves when the text is out, or lost with a closed output: the process ends right after. */
const written = (stream: Terminal['stdout'], text: string): Promise<void> =>
  new Promise((resolve) => {
    stream.write(text, () => {
      resolve();
    });
  });
