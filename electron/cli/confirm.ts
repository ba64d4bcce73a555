import { createInterface } from 'node:readline/promises';
import { plainError } from '#domain/problem.ts';

/** @throws ProblemError('refused') for `--yes` without the name of a production installation */
export function refuseUnnamedProduction(isUnnamed: boolean): void {
  if (!isUnnamed) return;
  throw plainError(
    'refused',
    'The plan changes a production installation. Nothing was sent.',
    'Name it with --installation, or leave out --yes.',
  );
}

/** Asks on standard error. @throws ProblemError('refused') without a terminal */
export async function confirmed(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw plainError('refused', 'Without a terminal, the question has no answer.', 'Use --yes.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}
