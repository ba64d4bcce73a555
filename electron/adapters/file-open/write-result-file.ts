import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { plainError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';

/** Writes to the file that a link leads to, and into a device or pipe itself. @throws ProblemError('refused') */
export function writeResultFile(file: string, content: string): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() === false) writeFileSync(file, content);
    else replaceFile(found === undefined ? file : realpathSync(file), content);
  } catch (error) {
    const code = errorCode(error);
    throw plainError('refused', `The file ${file} cannot be written (${code}).`, 'Check its path.');
  }
}

/** Atomic: after an interruption the file is the old or the new one. Keeps its mode, and replaces a link. */
export function replaceFile(file: string, content: string): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    // A killed process with this number may have left it.
    rmSync(beside, { force: true });
    const mode = statSync(file, { throwIfNoEntry: false })?.mode;
    writeFileSync(beside, content, { flag: 'wx', flush: true, mode: mode ?? 0o666 });
    // The umask does not apply to a file that exists.
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
