import {
  AlreadyRunning,
  alreadyRunningExitCode,
  explainAlreadyRunning,
} from '#adapters/data-folder/instance-lock.ts';
import { ProblemError } from '#domain/problem.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import { errorCode } from '#adapters/error-code.ts';

/** Why Hookdesk did not start, for the terminal. */
export function explainStart(
  error: unknown,
  { port, files, logPath }: { port: number; files: readonly string[]; logPath: string },
): { message: string; exitCode: number } {
  const explain = (message: string, exitCode = 1) => ({ message, exitCode });
  if (error instanceof AlreadyRunning) {
    const filesWere = files.length === 1 ? 'The file was' : 'The files were';
    const unopened =
      files.length === 0 ? '' : ` ${filesWere} not opened: drop it onto that window.`;
    return explain(`${explainAlreadyRunning(error)}${unopened}`, alreadyRunningExitCode);
  }
  if (error instanceof ProblemError) {
    return explain(`${error.problem.message} ${error.problem.advice}`);
  }
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return explain(
        `Port ${port} is in use by another program. Select another port with --port, or omit the option.`,
      );
    case 'EACCES':
      return explain(
        `You have no permission to use port ${port}. Select another port with --port.`,
      );
    default:
      return explain(
        `Hookdesk could not start: ${describeUnexpected(error)}\nReport the last lines of ${logPath}.`,
      );
  }
}
