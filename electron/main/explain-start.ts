import {
  AlreadyRunning,
  alreadyRunningExitCode,
  explainAlreadyRunning,
} from '#adapters/data-folder/instance-lock.ts';
import { describeUnexpected } from '#core/report-unexpected.ts';
import { ProblemError } from '#domain/problem.ts';

export function explainStart(error: unknown, logPath: string) {
  if (error instanceof AlreadyRunning) {
    const text = explainAlreadyRunning(error);
    const title = 'Hookdesk is already running';
    return { title, text, line: text, exitCode: alreadyRunningExitCode };
  }
  const title = 'Hookdesk could not start';
  if (error instanceof ProblemError) {
    const { message, advice } = error.problem;
    return { title, text: `${message}\n\n${advice}`, line: `${message} ${advice}`, exitCode: 1 };
  }
  return {
    title,
    text: `Internal error in Hookdesk. Report the last lines of ${logPath}.`,
    line: `start: ${describeUnexpected(error)}`,
    exitCode: 1,
  };
}
