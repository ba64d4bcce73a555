import { binOf } from '../bin.ts';
import { node, run } from '../command.ts';
import { sum } from '../counts.ts';
import type { Context, Result } from '../part.ts';
import { verdictOfCheck } from '../verdict.ts';

/** A program of an npm package, and its arguments. */
export interface Check {
  readonly name: string;
  /** The package, if its name differs from that of the program. */
  readonly of?: string;
  readonly args: readonly string[];
}

/** Runs checks concurrently; each counts as one. */
export async function runChecks(context: Context, checks: readonly Check[]): Promise<Result> {
  const results = await Promise.all(
    checks.map(async ({ name, of = name, args }) => {
      const script = binOf(context.root, of, name);
      return verdictOfCheck(name, await run(context, node(script, ...args)));
    }),
  );
  return {
    counts: sum(results.map(({ counts }) => counts)),
    complaints: results.flatMap(({ complaints }) => complaints),
  };
}
