import { binOf } from '../bin.ts';
import { run, type Command } from '../command.ts';
import type { Context, Result } from '../part.ts';
import { reportFile } from '../reports/report-file.ts';
import { vitestCounts } from '../reports/vitest-report.ts';
import { verdictOfTests } from '../verdict.ts';

/**
 * Runs Vitest and counts its tests.
 *
 * @param name of the part
 * @param args for `vitest run`
 * @param within a command that runs another one
 */
export async function vitest(
  context: Context,
  name: string,
  args: readonly string[],
  within: readonly string[] = [],
): Promise<Result> {
  const report = reportFile(context.root, name);
  const words = [
    ...within,
    process.execPath,
    binOf(context.root, 'vitest'),
    'run',
    ...args,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const [command = process.execPath, ...rest] = words;
  const started: Command = { command, args: rest };
  const ending = await run(context, started);
  return verdictOfTests(vitestCounts(report), ending);
}
