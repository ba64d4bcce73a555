import {
  AlreadyRunning,
  alreadyRunningExitCode,
  explainAlreadyRunning,
} from '#adapters/data-folder/already-running.ts';
import { describeUnexpected } from '#core/report-unexpected.ts';
import { ProblemError } from '#domain/problem.ts';

/** Why Hookdesk did not start, and how it exits. */
export interface NotStarted {
  readonly title: string;
  readonly text: string;
  /** For whoever started it from a terminal; without data. */
  readonly line: string;
  readonly exitCode: number;
}

/** What a person is told when Hookdesk does not start: a problem's own words, or where to look. */
export function explainStart(error: unknown, logPath: string): NotStarted {
  if (error instanceof AlreadyRunning) {
    const text = explainAlreadyRunning(error);
    return {
      title: 'Hookdesk is already running',
      text,
      line: text,
      exitCode: alreadyRunningExitCode,
    };
  }
  const title = 'Hookdesk could not start';
  if (error instanceof ProblemError) {
    const { message, advice } = error.problem;
    return { title, text: `${message}\n\n${advice}`, line: `${message} ${advice}`, exitCode: 1 };
  }
  return {
    title,
    text: `Something went wrong inside Hookdesk. Report the last lines of ${logPath}.`,
    line: `start: ${describeUnexpected(error)}`,
    exitCode: 1,
  };
}
