import type { Ending } from './command.ts';
import { none, oneFailed, onePassed, sum, type Counts } from './counts.ts';
import type { Result } from './part.ts';

/** Number of output lines that are shown of a failure. */
const SHOWN = 200;

/** A check, such as a linter or compiler, that passes with exit code 0. */
export function verdictOfCheck(name: string, ending: Ending): Result {
  if (ending.code === 0) return { counts: onePassed, complaints: [] };
  return { counts: oneFailed, complaints: [`${name} ${howItEnded(ending)}`, tail(ending.output)] };
}

/**
 * Tests pass when both their report and their command report success. A missing or empty report is
 * a failure.
 *
 * @param counts from the report; `null` when it cannot be read
 */
export function verdictOfTests(counts: Counts | null, ending: Ending): Result {
  const wrong = whatIsWrong(counts, ending);
  if (wrong === null) return { counts: counts ?? none, complaints: [] };
  const counted = counts ?? none;
  return {
    counts: counted.failed > 0 && !ending.tooLate ? counted : sum([counted, oneFailed]),
    complaints: [tail(ending.output), wrong],
  };
}

function whatIsWrong(counts: Counts | null, ending: Ending): string | null {
  if (ending.tooLate) return 'The tests were ended: their time was over.';
  if (counts === null) return `Their run ${howItEnded(ending)} and left no report.`;
  if (counts.failed > 0) return `${counts.failed} of the tests failed.`;
  if (ending.code !== 0) return `No test failed, yet their run ${howItEnded(ending)}.`;
  if (counts.passed + counts.skipped === 0) return 'No tests were found.';
  return null;
}

/** A part that threw an error. */
export function verdictOfCrash(error: unknown): Result {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { counts: oneFailed, complaints: [`It broke down: ${words}`] };
}

function howItEnded({ code, killedBy, tooLate }: Ending): string {
  if (tooLate) return 'was ended: its time was over';
  return killedBy === null
    ? `ended with exit code ${code ?? 'unknown'}`
    : `was ended by ${killedBy}`;
}

function tail(output: string): string {
  const lines = output.trimEnd().split('\n');
  const left = lines.length - SHOWN;
  if (left <= 0) return lines.join('\n');
  return [`(${left} lines left out)`, ...lines.slice(left)].join('\n');
}
