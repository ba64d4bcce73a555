import { writeFileSync } from 'node:fs';
import { systemCode } from '#adapters/system-code.ts';
import type { SelfCheckOptions } from './command-line.ts';
import { hasPassed, reportAsJson, reportAsTable, type SelfCheckReport } from './report.ts';

interface Terminal {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>;
}

/** @returns exit code: 0 all passed, 1 a check failed, 2 the file could not be written */
export async function printReport(
  report: SelfCheckReport,
  { json, output }: SelfCheckOptions,
  { stdout, stderr }: Terminal,
): Promise<0 | 1 | 2> {
  const text = json ? reportAsJson(report) : reportAsTable(report);
  await writeText(stdout, text);
  if (output !== null) {
    try {
      writeFileSync(output, text);
    } catch (error) {
      await writeText(
        stderr,
        `${output} cannot be written (${systemCode(error)}). Name another file with --output.\n`,
      );
      return 2;
    }
  }
  return hasPassed(report) ? 0 : 1;
}

/** Resolves even if the output is closed, because the process exits right after. */
const writeText = (stream: Terminal['stdout'], text: string): Promise<void> =>
  new Promise((resolve) => {
    stream.write(text, () => {
      resolve();
    });
  });
