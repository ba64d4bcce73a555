import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { SupportFiles } from '../ports.ts';

/** @throws ProblemError `refused`, with the path of the log, where the host cannot show files */
export function showLog({ log, showLog: show }: SupportFiles): void {
  if (show !== null) {
    show();
    return;
  }
  throw new ProblemError(
    plainProblem('refused', 'This host cannot show files.', `Open the log yourself: ${log}.`),
  );
}
