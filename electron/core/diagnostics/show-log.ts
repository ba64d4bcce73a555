import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { SupportFiles } from '../ports.ts';

export function showLog({ log, showLog: show }: SupportFiles): void {
  if (show !== null) {
    show();
    return;
  }
  throw new ProblemError(
    plainProblem('refused', 'This host cannot show files.', `Open the log yourself: ${log}.`),
  );
}
