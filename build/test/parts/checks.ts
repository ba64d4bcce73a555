import { node, run } from '../command.ts';
import { sum } from '../counts.ts';
import type { Context, Result } from '../part.ts';
import { verdictOfCheck } from '../verdict.ts';

/** The arguments of Node for one check, by the name of the check. */
export type Checks = Readonly<Record<string, readonly [script: string, ...args: string[]]>>;

/** Runs checks side by side; each counts one. */
export async function runChecks(context: Context, checks: Checks): Promise<Result> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, args]) =>
      verdictOfCheck(name, await run(context, node(...args))),
    ),
  );
  return {
    counts: sum(results.map(({ counts }) => counts)),
    complaints: results.flatMap(({ complaints }) => complaints),
  };
}
