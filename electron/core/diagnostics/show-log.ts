import type { SupportFiles } from '../ports.ts';
import { refusedError } from '../problems.ts';

export function showLog({ log, showLog: show }: SupportFiles): void {
  if (show !== null) {
    show();
    return;
  }
  throw refusedError('This host cannot show files.', `Open the log yourself: ${log}.`);
}
