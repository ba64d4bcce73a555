import { binOf } from '../bin.ts';
import { node, run, within } from '../command.ts';
import type { Context, Result } from '../part.ts';
import { reportFile } from '../reports/report-file.ts';
import { vitestCounts } from '../reports/vitest-report.ts';
import { verdictOfTests } from '../verdict.ts';

/**
 * Runs Vitest and counts its tests.
 *
 * @param name of the part
 * @param args for `vitest run`
 * @param wrapper a command that runs another one
 */
export async function vitest(
  context: Context,
  name: string,
  args: readonly string[],
  wrapper: readonly string[] = [],
): Promise<Result> {
  const report = reportFile(context.root, name);
  const command = node(
    binOf(context.root, 'vitest'),
    'run',
    ...args,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  );
  const ending = await run(context, within(wrapper, command));
  return verdictOfTests(vitestCounts(report), ending);
}
